//! The tables of crates/gpu/README.md: between `<!-- gpu-DEVICE: NAME -->` and `<!-- end -->`.

use cleave_kit::table::{Align, markdown};

use super::figures::{Figures, Lanes};

impl Figures {
    /// The part of the page with this name.
    ///
    /// # Errors
    /// There is none.
    pub(super) fn table(&self, name: &str) -> Result<String, String> {
        Ok(match name {
            "device" => {
                let cores = match self.device.cores {
                    1 => "one core".into(),
                    cores => format!("{cores} cores"),
                };
                format!("{}, beside {cores}.\n", self.device.name)
            }
            "perft" => self.perft(),
            "lanes" => self.lanes(),
            "divergence" => self.divergence(),
            "searches" => self.searches(),
            "stop" => self.stop(),
            _ => return Err(format!("unknown part '{name}'")),
        })
    }

    fn perft(&self) -> String {
        let rows = self.perft.iter().map(|perft| {
            let last = if perft.fused { "in one kernel" } else { "in two" };
            vec![
                format!("{} ({})", perft.position, perft.depth),
                perft.rows.to_lowercase(),
                last.into(),
                millions(perft.nps),
            ]
        });
        markdown(Align::RightOfName, "position (depth) | rows | the last two plies | Mnps", rows)
    }

    fn lanes(&self) -> String {
        let first = self.lanes.first().map_or(1.0, |lanes| lanes.nps);
        let rows = self.lanes.iter().map(|lanes| {
            let slices = lanes.slices.map_or("-".into(), |slices| slices.to_string());
            let share = format!("{:.2}", lanes.nps / first);
            vec![lanes.of.clone(), slices, millions(lanes.nps), share]
        });
        let asked = self.lanes.first().map_or(String::new(), |lanes| {
            let Lanes { questions, depth, .. } = lanes;
            format!("{questions} questions about positions of the bench, {depth} plies deep:\n\n")
        });
        asked + &markdown(Align::RightOfName, "who answers | slices | Mnps | times the first", rows)
    }

    fn divergence(&self) -> String {
        let percent = |share: f64| format!("{:.0} %", 100.0 * share);
        let rows = self.divergence.iter().map(|found| {
            let shares = [found.active, found.evaluating, found.entering, found.moving];
            let shares = shares.into_iter().map(percent);
            std::iter::once(found.warp.to_string()).chain(shares).collect()
        });
        let heads = "lanes of a warp | have work | evaluate | enter a node | make a move";
        markdown(Align::Right, heads, rows)
    }

    fn searches(&self) -> String {
        let rows = self.searches.iter().map(|search| {
            vec![
                format!("{} ({})", search.position, search.depth),
                search.of.clone(),
                search.tests.to_string(),
                search.nodes.to_string(),
                match search.reached {
                    true => format!("{:.2}", search.seconds),
                    false => format!("> {:.0}", search.seconds),
                },
            ]
        });
        let heads = "position (depth) | search | questions | nodes | seconds";
        markdown(Align::RightOfName, heads, rows)
    }

    fn stop(&self) -> String {
        let rows = self
            .stops
            .iter()
            .map(|stop| vec![stop.of.clone(), format!("{:.0}", 1000.0 * stop.seconds)]);
        markdown(Align::RightOfName, "search | ms after it should stop", rows)
    }
}

fn millions(nps: f64) -> String {
    let millions = nps / 1e6;
    if millions < 10.0 { format!("{millions:.2}") } else { format!("{millions:.0}") }
}

#[cfg(test)]
mod tests {
    use super::*;

    const DEVICE: &str =
        "{\"measure\":\"device\",\"name\":\"a card\",\"cores\":2,\"short\":false}\n";

    #[test]
    fn a_part_is_written_from_the_lines() {
        let line = |rest: &str| {
            format!("{{\"measure\":\"lanes\",\"questions\":9,\"depth\":4,\"nodes\":1,{rest}}}\n")
        };
        let lines = line("\"of\":\"a\",\"slices\":7,\"nps\":2000000")
            + &line("\"of\":\"b\",\"nps\":31000000");
        let figures = Figures::read(&(DEVICE.to_owned() + &lines)).unwrap();
        assert_eq!(figures.table("device").unwrap(), "a card, beside 2 cores.\n");
        let table = figures.table("lanes").unwrap();
        assert!(table.ends_with("| a | 7 | 2.00 | 1.00 |\n| b | - | 31 | 15.50 |\n"), "{table}");
        assert!(figures.table("lames").is_err());
    }

    #[test]
    fn a_line_that_is_not_understood_is_named() {
        let refused = |text: &str| Figures::read(text).err().unwrap();
        assert!(refused(&(DEVICE.to_owned() + "{\"measure\":\"x\"}\n")).starts_with("line 2: "));
        assert_eq!(refused(""), "no line names the device");
        assert!(refused(&DEVICE.replace("false", "true")).contains("shortest"));
        let search = |best: &str, value: i32| {
            format!(
                "{{\"measure\":\"search\",\"position\":\"start\",\"of\":\"a\",\"depth\":5,\"reached\":true,\
                 \"value\":{value},\"move\":\"{best}\",\"nodes\":1,\"tests\":1,\"seconds\":1}}\n"
            )
        };
        let differ = DEVICE.to_owned() + &search("e2e4", 3) + &search("e2e4", 4);
        assert!(refused(&differ).starts_with("two searches"));
    }
}
