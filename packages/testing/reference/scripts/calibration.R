# Calibrated weights by the survey package of R. Rscript scripts/calibration.R > calibration/calibration.json
# 17 significant digits; the records are in the file.
suppressWarnings(suppressMessages(library(survey)))
set.seed(7)
num <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse=","), "]")
str <- function(x) paste0("[", paste0('"', x, '"', collapse=","), "]")
col <- function(x) if (is.factor(x)) str(as.character(x)) else num(x)
n <- 120
schools <- data.frame(stype=factor(sample(c("E","H","M"), n, TRUE, c(.6,.2,.2))), county=factor(sample(c("a","b","c","d"), n, TRUE)),
  enroll=round(exp(rnorm(n, 6, .6))), w=round(runif(n, 5, 60), 2))
households <- data.frame(region=factor(sample(c("north","south","west"), n, TRUE, c(.5,.3,.2))), tenure=factor(sample(c("own","rent"), n, TRUE)),
  size=sample(1:6, n, TRUE), children=rpois(n, .8), w=round(exp(rnorm(n, 4, .5)), 3))
# Totals are those of other weights on the same records, so that they can be reached.
other <- function(d, s) d$w * exp(runif(nrow(d), -s, s)) * 1.1
cases <- c()
one <- function(id, data, factors, sums, method, spread, bounds=NULL, byRake=FALSE, unit=NULL) {
  v <- other(data, spread)
  cats <- lapply(factors, function(f) tapply(v, data[[f]], sum)); names(cats) <- factors
  tots <- vapply(sums, function(f) sum(v * data[[f]]), 0)
  # Indicators without an intercept for the first factor, without the first category for the others.
  f <- as.formula(paste("~", paste(c(factors, sums), collapse="+"), "-1"))
  mm <- model.matrix(f, data)
  pop <- colSums(v * mm)
  des <- svydesign(ids=if (is.null(unit)) ~1 else as.formula(paste0("~", unit)), weights=~w, data=data)
  b <- if (is.null(bounds)) c(-Inf, Inf) else bounds
  cal <- if (byRake) rake(des, lapply(factors, function(x) as.formula(paste0("~", x))),
      lapply(factors, function(x) setNames(data.frame(names(cats[[x]]), as.vector(cats[[x]])), c(x, "Freq"))), control=list(maxit=1000, epsilon=1e-11, verbose=FALSE))
    else calibrate(des, f, pop, calfun=method, bounds=b, epsilon=1e-13, maxit=500, aggregate.stage=if (is.null(unit)) NULL else 1)
  w <- weights(cal); g <- w / data$w
  stopifnot(max(abs(colSums(w * mm) / pop - 1)) < 1e-10)
  margins <- c(unlist(lapply(factors, function(x) sprintf('["%s","%s",%.17g]', x, names(cats[[x]]), cats[[x]]))), if (length(sums)) sprintf('["%s",null,%.17g]', sums, tots))
  at <- if (is.null(bounds)) 0 else sum(abs(g - bounds[1]) < 1e-9 | abs(g - bounds[2]) < 1e-9)
  cases <<- c(cases, sprintf('  {"id":"%s","method":"%s",%s%s"call":"%s","atBound":%d,\n   "data":{%s},\n   "margins":[%s],\n   "weights":%s}', id, method,
    if (is.null(bounds)) "" else sprintf('"bounds":%s,', num(bounds)), if (is.null(unit)) "" else sprintf('"unit":"%s",', unit), if (byRake) "rake" else "calibrate", at,
    paste(sprintf('"%s":%s', names(data), vapply(data, col, "")), collapse=",\n    "), paste(margins, collapse=","), num(w)))
}
one("schools, linear", schools, c("stype", "county"), "enroll", "linear", .6)
one("schools, raking", schools, c("stype", "county"), "enroll", "raking", .6)
one("schools, rake", schools, c("stype", "county"), c(), "raking", .9, byRake=TRUE)
one("schools, logit within bounds", schools, c("stype", "county"), "enroll", "logit", .8, c(.7, 1.6))
one("schools, linear within bounds", schools, c("stype", "county"), "enroll", "linear", .8, c(.98, 1.5))
one("households, raking within bounds", households, c("region", "tenure"), c("size", "children"), "raking", .9, c(.8, 1.57))
one("households, linear", households, c("region"), c("size", "children"), "linear", .7)
# Members of a household keep one weight.
h <- rep(1:50, times=sample(1:4, 50, TRUE)); m <- length(h)
members <- data.frame(household=h, region=factor(c("north","south","west")[1 + h %% 3]), sex=factor(sample(c("f","m"), m, TRUE)),
  income=round(exp(rnorm(m, 8, .5))), w=round(runif(50, 20, 90), 1)[h])
one("members of households, raking", members, c("region", "sex"), "income", "raking", .6, unit="household")
one("members of households, linear", members, c("region", "sex"), "income", "linear", .6, unit="household")
cat('{"topic":"calibrated weights by survey","meta":{"R":"', paste(R.version$major, R.version$minor, sep="."), '","survey":"', as.character(packageVersion("survey")), '"},\n"cases":[\n', paste(cases, collapse=",\n"), '\n]}\n', sep="")
