//! How a search chooses.

/// What a child is worth to the choice, beside its mean value. N is the visits of the node, n those of the
/// child.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Formula {
    /// mean + c √(ln N / n) (Kocsis, Szepesvári 2006).
    Uct {
        /// c, at least 0.
        exploration: f64,
    },
    /// mean + c prior √N / (1 + n) (Rosin 2011, as in AlphaGo).
    Puct {
        /// c, at least 0.
        exploration: f64,
    },
}

/// The mean of a child that nobody has visited (first-play urgency: Gelly, Wang 2007).
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum FirstPlay {
    /// Infinite: every child is visited once before any is visited twice.
    AtOnce,
    /// This share of a win.
    Fixed(f64),
    /// The mean of the node, for the player to move, less this.
    Reduced(f64),
    /// What the node itself was worth when it was evaluated, for the player to move, less this: the others come
    /// when the best child disappoints. For evaluators that see further than a ply.
    BelowEvaluation(f64),
}

/// What the choice makes of playouts that are under way: visits whose values are not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unobserved {
    /// Nothing: workers that choose at the same time choose the same.
    Ignored,
    /// Each counts as this many visits that were lost (Chaslot, Winands, van den Herik 2008).
    VirtualLoss(u32),
    /// Each counts as a visit, but leaves the mean as it is: WU-UCT (Liu and others 2020).
    Watched,
}

/// How a search chooses.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// How children are compared.
    pub formula: Formula,
    /// What an unvisited child is worth.
    pub first_play: FirstPlay,
    /// What a playout under way is worth.
    pub unobserved: Unobserved,
    /// A node gets children at this visit, at least 1. The root always has them.
    pub expand_at: u32,
    /// How far each visit pulls the mean of a node to that of its best child, 0 for not at all to 1: a
    /// mixture of mean and maximum (Coulom 2006). For evaluators whose values need no averaging. Above 0 the move
    /// with the best value is played, else that with the most visits.
    pub minimax: f64,
    /// So many children of the root of each tree are visited before any is visited again, those with the best priors
    /// first: for who wants to see several lines. A root that is proven gets no more visits.
    pub lines: u32,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            formula: Formula::Uct { exploration: 0.7 },
            first_play: FirstPlay::AtOnce,
            unobserved: Unobserved::VirtualLoss(1),
            expand_at: 1,
            minimax: 0.0,
            lines: 1,
        }
    }
}
