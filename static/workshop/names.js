// What the editor completes: the names that docs/engine.md tells of. A test compares them with that page.

/** What stands behind a dot. */
export const MEMBERS =
  "about action actions active_seats after apply arrays asked author begin bots choices choose " +
  "default_setup drawing events flaws format_action format_board format_position game_of index " +
  "info initial_position is_over is_proven key kind last_turn legal_actions match name nodes " +
  "observe open options outcome parse_action parse_position path play position reason record " +
  "register returns rules search_bots search_for seat_counts shape show site sites start table " +
  "table_actions title to_move towers turns walk why_not win_probability winners";

/** What stands at the head of a file. */
export const IMPORTS = [
  "from collections import Counter",
  "from dataclasses import replace",
  "from math import exp",
  "from random import Random",
  "from spieltisch.games import catalog",
  "from spieltisch.games.yala.game import GAME as YALA",
  "from spieltisch.play.bots import names_for, parse_bot, play_matches",
  "from spieltisch.play.codec import format_setup, parse_setup",
  "from spieltisch.play.match import Match",
  "from spieltisch.play.record_link import decode_match, encode_record",
  "from spieltisch.search import think",
  "from spieltisch.table import Record",
  "from spieltisch.table import TableAction",
  "from spieltisch.table import format_record, parse_record, replay",
];
