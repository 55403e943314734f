//! Finds the workers below a stopped node. Each worker publishes its path on lines of its own.
//!
//! A worker below a node must be called when the node is stopped. The worker that stops the node calls the workers
//! below it. In a parallel search, workers enter nodes about fifty times as often as they stop one. So a worker that
//! enters writes only to lines of its own: its *trail*, the nodes from the root down to its place. A worker that stops
//! a node reads the trails of all workers, which takes longer the more workers there are.
//!
//! Each side writes one thing and then reads what the other writes:
//!
//! ```text
//!   worker that enters                 worker that stops
//!   write the trail                    mark the node as stopped
//!   fence                              fence
//!   any of it stopped?  turn back      on whose trail is the node?  call them
//! ```
//!
//! Both fences are sequentially consistent, so at least one of the two sees the other's write. So a worker that has not
//! seen the stop is called.
//!
//! A worker that makes a node below extends its trail before any other worker can find that node. It does not shorten
//! its trail on the way up or when it leaves the tree. Then it may be called in vain, and finds nothing stopped.

use crate::atomic::{AtomicU32, Ordering, fence};
use crate::chaos;

/// The numbers of at most `LONGEST` nodes, from the root down to a worker's place. Only this worker writes them.
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
    /// Cuts the trail after its first `above` nodes and appends `node`. If the worker has just made the node, no other
    /// worker may know of it yet.
    ///
    /// # Panics
    /// If `above` is not below `LONGEST`.
    #[inline]
    pub fn extend(&self, above: usize, node: u32) {
        chaos::point();
        self.nodes[above].store(node, Ordering::Relaxed);
        self.length.store(above as u32 + 1, Ordering::Relaxed);
    }

    /// Keeps the first `known` nodes and appends `nodes`. The worker must then check whether any node of the trail is
    /// stopped.
    ///
    /// # Panics
    /// If the trail gets more than `LONGEST` nodes.
    #[inline]
    pub fn enter(&self, known: usize, nodes: impl IntoIterator<Item = u32>) {
        nodes.into_iter().zip(known..).for_each(|(node, above)| self.extend(above, node));
        fence(Ordering::SeqCst);
    }

    /// Returns the positions of the trails that lead through `node`. The caller must already have marked the node as
    /// stopped.
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

    /// Returns the nodes, from the root down. If the worker writes meanwhile, they may mix its old and its new trail.
    pub fn nodes(&self) -> impl Iterator<Item = u32> {
        let length = self.length.load(Ordering::Relaxed) as usize;
        self.nodes.iter().take(length).map(|node| node.load(Ordering::Relaxed))
    }
}
