//! Who must hear of a stop: each worker says on a line of its own what it works below.
//!
//! A worker that goes to work below a node wants to be called when that node is stopped; a worker that stops it calls
//! those that are below. In a parallel search they come some fifty times as often as they stop something. So one that
//! comes writes to lines of its own alone: its *trail*, the nodes from the root down to where it is. One that stops a
//! node reads the trails of all, which takes the longer the more workers there are.
//!
//! Each side writes one thing and then reads what the other writes:
//!
//! ```text
//!   worker that comes                  worker that stops
//!   write the trail                    mark the node as stopped
//!   fence                              fence
//!   any of it stopped?  turn back      on whose trail is the node?  call them
//! ```
//!
//! With both fences sequentially consistent at least one of the two sees the other's write. So a worker that has seen
//! nothing stopped is called.
//!
//! A worker that makes a node below extends its trail before anybody else can know of that node. On the way up it leaves
//! its trail as it is, and when it leaves the tree as well: then it may be called for nothing, and finds nothing stopped.

use crate::atomic::{AtomicU32, Ordering, fence};
use crate::chaos;

/// The numbers of the nodes from the root down to where a worker is, at most so many. The worker alone writes it.
///
/// ```
/// use cleave_sync::Trail;
///
/// let [one, other] = [Trail::<8>::default(), Trail::default()];
/// one.enter(0, [7, 9]);
/// other.enter(0, [7, 8, 5]);
/// one.extend(2, 4);
/// assert!(Trail::through(7, [&one, &other]).eq([0, 1]));
/// assert!(Trail::through(4, [&one, &other]).eq([0]));
/// ```
#[cfg_attr(not(loom), derive(cleave_shared_memory::Shareable))]
pub struct Trail<const LONGEST: usize> {
    length: AtomicU32,
    nodes: [AtomicU32; LONGEST],
}

impl<const LONGEST: usize> Default for Trail<LONGEST> {
    fn default() -> Trail<LONGEST> {
        let nodes = std::array::from_fn(|_| AtomicU32::new(0));
        Trail { length: AtomicU32::new(0), nodes }
    }
}

impl<const LONGEST: usize> Trail<LONGEST> {
    /// The node below the first `above` is this one, and the last. If the worker has just made it, nobody else may know
    /// of it yet.
    ///
    /// # Panics
    /// If `above` is not below `LONGEST`.
    #[inline]
    pub fn extend(&self, above: usize, node: u32) {
        chaos::point();
        self.nodes[above].store(node, Ordering::Relaxed);
        self.length.store(above as u32 + 1, Ordering::Relaxed);
    }

    /// The nodes below the first `known`, which stay, are these. The worker must look afterwards whether any node of the
    /// trail is stopped.
    ///
    /// # Panics
    /// If these are more than `LONGEST`.
    #[inline]
    pub fn enter(&self, known: usize, nodes: impl IntoIterator<Item = u32>) {
        nodes.into_iter().zip(known..).for_each(|(node, above)| self.extend(above, node));
        fence(Ordering::SeqCst);
    }

    /// The places of those trails that lead through this node, which must have been marked as stopped before.
    #[inline]
    pub fn through<'t>(
        node: u32,
        trails: impl IntoIterator<Item = &'t Trail<LONGEST>>,
    ) -> impl Iterator<Item = usize> {
        fence(Ordering::SeqCst);
        let places = trails.into_iter().enumerate();
        places.filter(move |(_, trail)| trail.leads_through(node)).map(|(place, _)| place)
    }

    fn leads_through(&self, node: u32) -> bool {
        self.nodes().any(|passed| passed == node)
    }

    /// The nodes, from the root down. If the worker writes meanwhile, they may mix its old and its new trail.
    pub fn nodes(&self) -> impl Iterator<Item = u32> {
        let length = self.length.load(Ordering::Relaxed) as usize;
        self.nodes.iter().take(length).map(|node| node.load(Ordering::Relaxed))
    }
}
