//! Tests files that are written whole or not at all.

use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};

use nix::sys::stat::Mode;
use nix::unistd::mkfifo;

use super::*;

fn names(folder: &Path) -> Vec<String> {
    let name = |entry: io::Result<fs::DirEntry>| entry.unwrap().file_name().into_string();
    let mut names: Vec<_> = fs::read_dir(folder).unwrap().map(|it| name(it).unwrap()).collect();
    names.sort();
    names
}

#[test]
fn the_last_contents_are_there_and_no_draft() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file.toml");
    // A program was killed while it wrote.
    fs::write(draft(&file), "more than will be written").unwrap();
    replace(&file, "once").unwrap();
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).unwrap();
    replace(&file, "again").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "again");
    assert_eq!(fs::metadata(&file).unwrap().mode() & 0o777, 0o640);
    assert_eq!(names(folder.path()), ["file.toml"]);
}

/// That they survive a power failure is tested by the programs that make them, in `tests/power-loss`.
#[test]
fn new_folders_and_files_are_made_once() {
    let scratch = tempfile::tempdir().unwrap();
    let folder = scratch.path().join("a/b");
    let file = folder.join("file");
    assert_eq!(create_new(&file).unwrap_err().kind(), ErrorKind::NotFound);
    create_folder(&folder).unwrap();
    create_folder(&folder).unwrap();
    create_folder(Path::new("")).unwrap();
    create_new(&file).unwrap();
    assert_eq!(create_new(&file).unwrap_err().kind(), ErrorKind::AlreadyExists);
    replace(&file, "old").unwrap();
    Appender::open(&file).unwrap().add("er").unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "older");
    Appender::begin(&file).unwrap().add([b'n']).unwrap();
    assert_eq!(fs::read_to_string(&file).unwrap(), "n");
    assert!(create_folder(&file.join("c")).is_err(), "a file is no folder");
}

#[test]
fn a_symbolic_link_stays() {
    let folder = tempfile::tempdir().unwrap();
    let [file, link] = ["file", "link"].map(|name| folder.path().join(name));
    fs::write(&file, "old").unwrap();
    symlink(&file, &link).unwrap();
    replace(&link, "new").unwrap();
    assert!(link.is_symlink());
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    for to in [file.as_path(), Path::new("file")] {
        fs::remove_file(&file).unwrap();
        fs::remove_file(&link).unwrap();
        symlink(to, &link).unwrap();
        try_to_write(&link).unwrap();
        assert!(link.is_symlink() && !file.exists(), "it leads nowhere yet");
        replace(&link, "newer").unwrap();
        assert!(link.is_symlink());
        assert_eq!(fs::read_to_string(&file).unwrap(), "newer");
    }
}

#[test]
fn programs_that_write_one_file_do_not_mix() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let contents = |letter: char| letter.to_string().repeat(100_000);
    std::thread::scope(|scope| {
        for letter in ['a', 'b', 'c'] {
            let file = &file;
            scope.spawn(move || (0..20).for_each(|_| replace(file, contents(letter)).unwrap()));
        }
    });
    let found = fs::read_to_string(&file).unwrap();
    assert!(['a', 'b', 'c'].map(contents).contains(&found), "{} bytes", found.len());
    assert_eq!(names(folder.path()), ["file"]);
}

#[test]
fn text_is_added_after_the_separator_for_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    let separator = |end: &[u8]| match end {
        [] => "",
        [.., b'\n'] => "after a line: ",
        _ => "\n",
    };
    for text in ["1", "2\n", "3"] {
        append(&file, separator, text).unwrap();
    }
    assert_eq!(fs::read_to_string(&file).unwrap(), "1\n2\nafter a line: 3");
}

#[test]
fn a_device_is_written_itself() {
    replace(Path::new("/dev/null"), "text").unwrap();
    append(Path::new("/dev/null"), |_| "", "text").unwrap();
    for error in [
        replace(Path::new("/dev/full"), "text").unwrap_err(),
        append(Path::new("/dev/full"), |_| "", "text").unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::StorageFull);
    }
}

#[test]
fn a_failed_writer_leaves_the_file_and_no_draft() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    replace(&file, "old").unwrap();
    let fails = |draft: &mut File| {
        draft.write_all(b"a part")?;
        Err::<(), _>(io::Error::from(ErrorKind::StorageFull))
    };
    assert_eq!(replace_by(&file, fails).unwrap_err().kind(), ErrorKind::StorageFull);
    assert_eq!(fs::read_to_string(&file).unwrap(), "old");
    assert_eq!(names(folder.path()), ["file"]);
    let writes = |draft: &mut File| draft.write_all(b"new").map(|()| 3);
    assert_eq!(replace_by(&file, writes).unwrap(), 3);
    assert_eq!(fs::read_to_string(&file).unwrap(), "new");
    for special in [Path::new("/dev/null"), folder.path()] {
        let error = replace_by(special, |_| Ok(())).unwrap_err().to_string();
        assert!(error.ends_with(", not a regular file"), "{error}");
    }
}

#[test]
fn a_pipe_without_a_reader_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
    for error in [
        replace(&pipe, "text").unwrap_err(),
        append(&pipe, |_| "", "text").unwrap_err(),
        try_to_write(&pipe).unwrap_err(),
    ] {
        assert_eq!(error.to_string(), "no program reads this pipe");
    }
}

/// A pipe takes about 64 KiB.
#[test]
fn a_pipe_whose_reader_sleeps_is_given_up() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    mkfifo(&pipe, Mode::S_IRUSR | Mode::S_IWUSR).unwrap();
    let mut reader = options().read(true).open(&pipe).unwrap();
    let mut appender = Appender::open(&pipe).unwrap();
    appender.add("text").unwrap();
    let error = appender.add("x".repeat(1 << 20)).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::TimedOut);
    let mut text = [0; 5];
    reader.read_exact(&mut text).unwrap();
    assert_eq!(&text, b"textx");
}

#[test]
fn an_unwritable_file_is_detected_before() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("file");
    try_to_write(&file).unwrap();
    assert!(names(folder.path()).is_empty(), "nothing is written yet");
    fs::create_dir(draft(&file)).unwrap();
    let error = try_to_write(&file).unwrap_err().to_string();
    assert!(error.contains("file.new: Is a directory"), "{error}");
    let link = folder.path().join("link");
    fs::write(&file, "").unwrap();
    symlink(&file, &link).unwrap();
    let error = try_to_write(&link).unwrap_err().to_string();
    assert!(error.contains("file.new: Is a directory"), "the draft of the file: {error}");
    assert!(try_to_write(Path::new("/nowhere/file")).is_err());
    assert!(try_to_write(folder.path()).is_err(), "a folder is not a file");
}
