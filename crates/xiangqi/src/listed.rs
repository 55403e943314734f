//! Defines enums with a list of their values. Each value is written only once.

/// An enum, and the list of its values in the order of their index.
macro_rules! listed {
    ($(#[$about:meta])* pub enum $name:ident { $($value:ident),* $(,)? }) => {
        $(#[$about])*
        #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, cleave_shared_memory::Plain)]
        #[repr(u8)]
        #[allow(missing_docs)] // the names say it
        pub enum $name {
            $($value),*
        }

        impl $name {
            /// All values, in the order of their index.
            pub const ALL: [$name; [$($name::$value),*].len()] = [$($name::$value),*];

            /// Returns the index of the value, from 0.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use listed;
