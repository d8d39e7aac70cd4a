#pragma once
#include <string>
#include <vector>

namespace rocelab::lessons {

/// A stretch of a lesson's text: bare words, or a reference in braces that is filled in when the lesson is shown.
///
///   {EXPRESSION}            a value of the lesson's named runs (claims/expression.h): {base.lanes.tcp.copies}
///   {EXPRESSION|FORMAT}     the same as a quantity: time, size, rate, percent, times, word (course/quantities.h)
///   {claim:ID|FORMAT}       what a claim measured, in its own unit where no format is given;
///                           ✗ follows where it does not hold
///   {mark:RUN KIND}         the letter of the first moment of that kind, as the waveform of that run has it
///   {row:ID} {stage:ID}     the words of a row of the table or of a stage's row
///   {lesson:N}              a lesson of the course
///   {scenario:RUN}          the scenario of a named run, by its number
///   {const:NAME}            a number that nobody measures, declared under [constants] with its source
struct Piece {
  std::string kind;    // "words", "value", or the word before the colon
  std::string text;    // the words, the expression, or what stands behind the colon
  std::string format;  // of a value or a claim; may be empty
};

/// Splits a text. Throws ExpressionError where a brace has no partner or a kind is unknown.
std::vector<Piece> pieces_of(const std::string& text);

}  // namespace rocelab::lessons
