# Compares pairs of SPSS or Stata files that haven reads: ORIGINAL and WRITTEN folders hold files of the same names.
# Prints a line for each difference. usage: Rscript round-trip.R ORIGINAL WRITTEN
suppressMessages(library(haven))
folders <- commandArgs(TRUE)
facts <- c("label", "labels", "na_values", "na_range", "format.spss", "format.stata", "display_width", "class")

fact <- function(column, name) {
  value <- attr(column, name, exact = TRUE)
  if (is.character(value) && name != "label") value[] <- sub(" +$", "", value)
  if (name == "labels" && !is.null(value)) value <- value[order(names(value), format(value))]
  value
}

for (file in list.files(folders[1])) {
  say <- function(...) cat(file, ": ", ..., "\n", sep = "")
  read <- function(folder) tryCatch({
    path <- file.path(folder, file)
    if (grepl("dta$", file)) read_dta(path) else read_sav(path, user_na = TRUE)
  }, error = function(e) conditionMessage(e))
  original <- read(folders[1])
  written <- read(folders[2])
  if (is.character(original) || is.character(written)) {
    say("not read: ", if (is.character(original)) original else written)
    next
  }
  if (!identical(names(original), names(written))) { say("other names"); next }
  if (!identical(attr(original, "label", exact = TRUE), attr(written, "label", exact = TRUE))) say("other file label")
  for (name in names(original)) {
    before <- original[[name]]
    after <- written[[name]]
    for (one in facts) {
      if (!isTRUE(all.equal(fact(before, one), fact(after, one), tolerance = 0))) say(name, ", other ", one)
    }
    attributes(before) <- NULL
    attributes(after) <- NULL
    # ReadStat drops blanks behind texts, but not behind the long ones of Stata.
    if (is.character(before)) {
      before <- sub(" +$", "", before)
      after <- sub(" +$", "", after)
    } else if (!identical(na_tag(as.double(before)), na_tag(as.double(after)))) say(name, ", other tags")
    if (!isTRUE(all.equal(before, after, tolerance = 0))) say(name, ", other values")
  }
}
