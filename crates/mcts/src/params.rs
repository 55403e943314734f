//! The parameters by which a search chooses.

/// The score of a child. N is the number of visits of the node, n the number of visits of the child.
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
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

/// The mean of an unvisited child (first-play urgency: Gelly, Wang 2007).
#[derive(Clone, Copy, PartialEq, Debug)]
#[non_exhaustive]
pub enum FirstPlay {
    /// Infinite: every child is visited once before any is visited twice.
    AtOnce,
    /// This share of a win.
    Fixed(f64),
    /// The mean of the node for the player to move, minus this.
    Reduced(f64),
    /// The value from the node's evaluation for the player to move, minus this. Other children are visited when the
    /// best child disappoints. For evaluators that look further than a ply.
    BelowEvaluation(f64),
}

/// The treatment of playouts under way: visits whose values are not known yet.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum Unobserved {
    /// They are ignored. Workers that choose at the same time choose the same child.
    Ignored,
    /// Each counts as this number of lost visits (Chaslot, Winands, van den Herik 2008).
    VirtualLoss(u32),
    /// Each counts as a visit, but does not change the mean: WU-UCT (Liu and others 2020).
    Watched,
}

/// The parameters of a search.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Params {
    /// The score by which children are compared.
    pub formula: Formula,
    /// The mean of an unvisited child.
    pub first_play: FirstPlay,
    /// The treatment of playouts under way.
    pub unobserved: Unobserved,
    /// A node gets children at this visit, at least 1. The root always has them.
    pub expand_at: u32,
    /// The number of visits from which on a node's statistics count. Before, a playout goes to a random child, in
    /// proportion to the priors, as a playout outside the tree does (Coulom 2006; Chaslot, Winands, van den Herik 2008
    /// wait for 30 visits). By default they count from the first visit on.
    pub trust_from: u32,
    /// Prunes children that are worse than another beyond doubt: progressive pruning (Bouzy, Helmstetter 2003). A child
    /// gets no more visits if its mean plus this many standard errors is below another child's mean minus as many. By
    /// default no child is pruned.
    pub prune: Option<f64>,
    /// The part of the way, 0 to 1, by which each visit pulls the mean of a node to the mean of its best child: a
    /// mixture of mean and maximum (Coulom 2006). For evaluators whose values need no averaging. If it is above 0, the
    /// search plays the move with the best value, else the move with the most visits.
    pub minimax: f64,
    /// The number of children of each root that are visited before any is visited again, best priors first. This serves
    /// users who want several lines. A proven root gets no more visits.
    pub lines: u32,
}

impl Default for Params {
    fn default() -> Params {
        Params {
            formula: Formula::Uct { exploration: 0.7 },
            first_play: FirstPlay::AtOnce,
            unobserved: Unobserved::VirtualLoss(1),
            expand_at: 1,
            trust_from: 0,
            prune: None,
            minimax: 0.0,
            lines: 1,
        }
    }
}
