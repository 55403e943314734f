//! Enums whose values are listed, and named once.

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
            /// All, in the order of their index.
            pub const ALL: [$name; [$($name::$value),*].len()] = [$($name::$value),*];

            /// Its place among all, from 0.
            #[inline(always)]
            pub const fn index(self) -> usize {
                self as usize
            }
        }
    };
}
pub(crate) use listed;
