"""plyd reads records of other programs move by move, and they read plyd's records. Every game is random with a fixed seed."""

import random
import sys
import time

import records_annotated
import records_chess
import records_draughts
import records_stones
from records_service import Service

CHECKS = (
    ("PGN by python-chess", records_chess.check, 1000),
    ("PGN of each variant by python-chess", records_chess.check_variants, 100),
    ("PDN by py-draughts and OpenSpiel", records_draughts.check, 200),
    ("Othello transcripts by OpenSpiel", records_stones.check_othello, 200),
    ("Connect Four transcripts by OpenSpiel", records_stones.check_connect_four, 100),
    ("SGF of Hex by OpenSpiel", records_stones.check_hex, 200),
    ("annotated PGN by python-chess", records_annotated.check_pgn, 50),
    ("annotated SGF by sgfmill", records_annotated.check_sgf, 50),
    ("annotated PDN by pydraughts", records_annotated.check_pdn, 50),
)


def main():
    service = Service(sys.argv[1])
    try:
        for name, check, games in CHECKS:
            started = time.monotonic()
            check(service, random.Random(44), games)
            print(f"{name}: {games} games read and written, {time.monotonic() - started:.1f} s")
    finally:
        service.stop()


main()
