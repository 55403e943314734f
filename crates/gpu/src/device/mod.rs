//! The device: opens it, and gives it work.
//!
//! [`Gpu`] is an open device, a `Kernel` a program for it, a [`Buffer`] memory on it. Submitted work runs
//! asynchronously; reading a buffer waits for it. A device can be lost at any time: a driver restarts, or a card is
//! unplugged. Every call that waits then returns [`DeviceError::Lost`], and no call panics.

mod kernel;
mod perft;
mod searcher;

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

pub(crate) use kernel::{Binding, Kernel};
pub use perft::{Perft, PerftOptions};
pub use searcher::{Searcher, SearcherOptions};
pub use wgpu::Buffer;

use crate::DeviceError;

/// The time that one submission may take before the device counts as lost.
pub(crate) const PATIENCE: Duration = Duration::from_secs(60);
/// The message about such a device.
pub(crate) const SILENT: &str = "it does not answer";

/// An open device.
pub struct Gpu {
    device: wgpu::Device,
    queue: wgpu::Queue,
    name: String,
    fault: Arc<Mutex<Option<String>>>,
}

impl Gpu {
    /// Opens the fastest device that has a Vulkan driver and 64-bit integers.
    pub fn open() -> Result<Gpu, DeviceError> {
        let mut descriptor = wgpu::InstanceDescriptor::new_without_display_handle();
        descriptor.backends = wgpu::Backends::VULKAN;
        let instance = wgpu::Instance::new(descriptor);
        let options = wgpu::RequestAdapterOptions {
            power_preference: wgpu::PowerPreference::HighPerformance,
            ..Default::default()
        };
        let adapter = pollster::block_on(instance.request_adapter(&options))
            .map_err(|error| DeviceError::NoAdapter(error.to_string()))?;
        let info = adapter.get_info();
        let name = format!("{} ({} {})", info.name, info.driver, info.driver_info);
        if !adapter.features().contains(wgpu::Features::SHADER_INT64) {
            return Err(DeviceError::NoInt64(name));
        }
        let wanted = wgpu::DeviceDescriptor {
            required_features: wgpu::Features::SHADER_INT64,
            required_limits: adapter.limits(),
            ..Default::default()
        };
        let (device, queue) = pollster::block_on(adapter.request_device(&wanted))
            .map_err(|error| DeviceError::Refused(name.clone(), error.to_string()))?;
        let fault = Arc::new(Mutex::new(None));
        let record = Arc::clone(&fault);
        device.set_device_lost_callback(move |_, reason| note(&record, reason));
        let record = Arc::clone(&fault);
        device.on_uncaptured_error(Arc::new(move |error| note(&record, error.to_string())));
        Ok(Gpu { device, queue, name, fault })
    }

    /// Returns the device and its driver.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the maximum size of a buffer for a kernel, in bytes.
    pub fn largest_buffer(&self) -> u64 {
        let limits = self.device.limits();
        limits.max_storage_buffer_binding_size.min(limits.max_buffer_size)
    }

    /// Loses the device, as a restart of the driver does. Later calls return [`DeviceError::Lost`].
    pub fn lose(&self) {
        self.device.destroy();
        note(&self.fault, "given up".into());
    }

    /// Allocates memory for kernels to read and write.
    pub(crate) fn storage(&self, what: &'static str, bytes: u64) -> Result<Buffer, DeviceError> {
        if bytes > self.largest_buffer() {
            return Err(DeviceError::TooSmall { what, wished: bytes, most: self.largest_buffer() });
        }
        let usage = wgpu::BufferUsages::STORAGE
            | wgpu::BufferUsages::COPY_SRC
            | wgpu::BufferUsages::COPY_DST;
        Ok(self.buffer(what, bytes, usage))
    }

    /// Allocates a few words that a kernel only reads.
    pub(crate) fn uniform(&self, what: &'static str, words: &[u32]) -> Buffer {
        let usage = wgpu::BufferUsages::UNIFORM | wgpu::BufferUsages::COPY_DST;
        let buffer = self.buffer(what, 4 * words.len() as u64, usage);
        self.write(&buffer, words);
        buffer
    }

    fn buffer(&self, what: &str, size: u64, usage: wgpu::BufferUsages) -> Buffer {
        let descriptor =
            wgpu::BufferDescriptor { label: Some(what), size, usage, mapped_at_creation: false };
        self.device.create_buffer(&descriptor)
    }

    /// Writes words into a buffer before the next submission begins.
    pub(crate) fn write(&self, buffer: &Buffer, words: &[u32]) {
        self.write_bytes(
            buffer,
            &words.iter().flat_map(|word| word.to_le_bytes()).collect::<Vec<_>>(),
        );
    }

    pub(crate) fn write_bytes(&self, buffer: &Buffer, bytes: &[u8]) {
        self.queue.write_buffer(buffer, 0, bytes);
    }

    /// Submits work: a kernel, its buffers, and the number of groups of lanes.
    pub(crate) fn submit(&self, kernel: &Kernel, buffers: &[&Buffer], groups: u32) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        kernel.record(&self.device, &mut encoder, buffers, groups);
        self.queue.submit([encoder.finish()]);
    }

    /// Sets all bytes of a buffer to zero.
    pub(crate) fn clear(&self, buffer: &Buffer) {
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.clear_buffer(buffer, 0, None);
        self.queue.submit([encoder.finish()]);
    }

    /// Requests the first words of a buffer, after all work submitted so far.
    pub(crate) fn ask(&self, buffer: &Buffer, words: usize) -> Asked {
        let bytes = 4 * words as u64;
        let usage = wgpu::BufferUsages::MAP_READ | wgpu::BufferUsages::COPY_DST;
        let copy = self.buffer("read", bytes, usage);
        let mut encoder = self.device.create_command_encoder(&Default::default());
        encoder.copy_buffer_to_buffer(buffer, 0, &copy, 0, bytes);
        let submission = self.queue.submit([encoder.finish()]);
        let outcome = Arc::new(Mutex::new(None));
        let slot = Arc::clone(&outcome);
        copy.map_async(wgpu::MapMode::Read, .., move |result| {
            *lock(&slot) = Some(result.map_err(|error| error.to_string()));
        });
        Asked { copy, submission, outcome }
    }

    /// Returns the requested words, or `None` if the device does not provide them in this time.
    pub(crate) fn wait(
        &self,
        asked: &Asked,
        time: Duration,
    ) -> Result<Option<Vec<u32>>, DeviceError> {
        let submission_index = Some(asked.submission.clone());
        let wait = wgpu::PollType::Wait { submission_index, timeout: Some(time) };
        // A poll that times out is no error.
        let _ = self.device.poll(wait);
        self.take(asked)
    }

    fn take(&self, asked: &Asked) -> Result<Option<Vec<u32>>, DeviceError> {
        self.check()?;
        match lock(&asked.outcome).take() {
            None => Ok(None),
            Some(Err(error)) => Err(DeviceError::Lost(error)),
            Some(Ok(())) => {
                let view = asked.copy.get_mapped_range(..);
                let view = view.map_err(|error| DeviceError::Lost(error.to_string()))?;
                let words = view.as_chunks().0.iter().map(|&bytes| u32::from_le_bytes(bytes));
                Ok(Some(words.collect()))
            }
        }
    }

    pub(crate) fn read(&self, buffer: &Buffer, words: usize) -> Result<Vec<u32>, DeviceError> {
        let words = self.wait(&self.ask(buffer, words), PATIENCE)?;
        words.ok_or_else(|| DeviceError::Lost(SILENT.into()))
    }

    fn check(&self) -> Result<(), DeviceError> {
        lock(&self.fault).clone().map_or(Ok(()), |fault| Err(DeviceError::Lost(fault)))
    }
}

/// Requested words.
pub(crate) struct Asked {
    copy: Buffer,
    submission: wgpu::SubmissionIndex,
    outcome: Arc<Mutex<Option<Result<(), String>>>>,
}

/// Stores a fault. Only the first one counts, because it has the reason.
fn note(fault: &Mutex<Option<String>>, reason: String) {
    lock(fault).get_or_insert(reason);
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
