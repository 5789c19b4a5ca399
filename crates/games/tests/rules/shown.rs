//! How boards are drawn.

use plyd_search::Stop;
use plyd_search::position::Side;

use crate::files;

#[test]
fn edges_have_owners_if_each_side_connects_two_of_them() {
    let borders = |name| files::start(name).describe(None, &Stop::default()).unwrap().borders;
    let hex = borders("hex").unwrap();
    assert_eq!([hex.top, hex.bottom, hex.left, hex.right], [Side::First, Side::First, Side::Second, Side::Second]);
    for name in ["y", "yavalath", "tic-tac-toe"] {
        assert_eq!(borders(name), None, "{name}");
    }
}
