//! The numbers of the selective search in games of armies with a king, in centipawns and plies. They were fitted together,
//! by games of chess (docs/lab/README.md).

use plyd_search::hooks::{
    Futility, HistoryBonus, HistoryPruning, LateMovePruning, LateMoveReductions, NullMove, OrderingWeights, ProbCut,
    QuiescencePruning, Razoring, Reductions, ReverseFutility, SeePruning, Singular, TacticalParameters,
};

/// See [`TacticalParameters`].
pub(crate) const PARAMETERS: TacticalParameters = TacticalParameters {
    reverse_futility: ReverseFutility { max_depth: 8, margin: 65 },
    threat_margin: 100,
    razoring: Razoring { max_depth: 3, margin: 180 },
    null_move: NullMove {
        min_depth: 3,
        verify_min_depth: 10,
        reduction: 944,
        reduction_per_depth: 78,
        lead_per_ply: 173,
        max_lead_plies: 3,
    },
    probcut: ProbCut { min_depth: 5, reduction: 4, margin: 160 },
    iir_min_depth: 4,
    singular: Singular { min_depth: 7, max_entry_reduction: 3, margin: 13, double_margin: 20 },
    late_move_pruning: LateMovePruning {
        max_depth: 8,
        base: 13,
        per_depth_squared: 5,
        divisor: 8,
        divisor_improving: 4,
    },
    futility: Futility { max_depth: 8, base: 85, margin: 95 },
    history_pruning: HistoryPruning { max_depth: 4, limit: -4000 },
    see_pruning: SeePruning { quiet_max_depth: 8, quiet_margin: 25, capture_max_depth: 6, capture_margin: 105 },
    late_move_reductions: LateMoveReductions { min_depth: 3, min_moves: 3, base: 128, scale: 1150 },
    reductions: Reductions {
        scale: 1010,
        killer: -200,
        bad_capture: -96,
        history_divisor: 48,
        pv_node: -190,
        cut_node: 350,
        not_improving: 128,
        noisy_table_move: 80,
    },
    quiescence: QuiescencePruning { delta_margin: 125, quiet_evasions: 2, lines: None },
    ordering: OrderingWeights { capture_value: 53, quiet_score: 19, history: 21, continuation: [27, 26, 16] },
    history_bonus: HistoryBonus { per_depth: 150, offset: 60, max: 1950 },
    correction_bonus: 13,
};
