//! `a += b` as `a = a + b`, of all types whose operators are defined on values.

/// `assign_operators!([R: Real] Number<R>)`: the four assigning operators of a type.
macro_rules! assign_operators {
    (@one [$($generic:tt)*] $number:ty, $trait:ident $function:ident $operator:tt) => {
        impl<$($generic)*> core::ops::$trait for $number {
            #[inline]
            fn $function(&mut self, other: Self) {
                *self = *self $operator other;
            }
        }
    };
    ($generics:tt $number:ty) => {
        assign_operators!(@one $generics $number, AddAssign add_assign +);
        assign_operators!(@one $generics $number, SubAssign sub_assign -);
        assign_operators!(@one $generics $number, MulAssign mul_assign *);
        assign_operators!(@one $generics $number, DivAssign div_assign /);
    };
}
