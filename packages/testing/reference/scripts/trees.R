# Classification and regression trees by the rpart package. Rscript scripts/trees.R > trees/trees.json
# Two classes have leaves of ten records: in smaller ones several splits are equally good.
# Numbers have 17 significant digits; the records are in the file. Codes and records are numbered from 0.
suppressWarnings(suppressMessages(library(rpart)))
set.seed(53)
num <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse=","), "]")
column <- function(x) if (is.factor(x)) sprintf('{"kind":"categories","codes":%s,"levels":%d}', num(as.integer(x) - 1), nlevels(x)) else
  sprintf('{"kind":"numbers","values":%s}', num(x))
cases <- c()
one <- function(id, data, minbucket=5, minsplit=2*minbucket, cp=0, maxdepth=30) {
  isClass <- is.factor(data$y)
  # Pruning by misclassification is switched off: cp = -1 keeps every split of a class that Gini's index improves.
  fit <- rpart(y ~ ., data, method=if (isClass) "class" else "anova", control=rpart.control(minsplit=minsplit, minbucket=minbucket,
    cp=if (isClass) -1 else cp, xval=0, maxcompete=0, maxsurrogate=0, maxdepth=maxdepth))
  f <- fit$frame
  cases <<- c(cases, sprintf('  {"id":"%s","options":{"smallestLeaf":%d,"smallestSplit":%d,"complexity":%g,"deepest":%d},\n   "target":%s,\n   "predictors":[%s],\n   "leaf":%s,"splits":%s}',
    id, minbucket, minsplit, cp, maxdepth, column(data$y), paste(vapply(data[names(data) != "y"], column, ""), collapse=",\n    "),
    num(match(fit$where, sort(unique(fit$where))) - 1), paste0("[", paste0('"', f$var[f$var != "<leaf>"], '"', collapse=","), "]")))
}
pick <- function(n, levels, p=NULL) factor(sample(levels, n, TRUE, p), levels=levels)
n <- 200
a <- rnorm(n); b <- runif(n); g <- pick(n, letters[1:4]); h <- pick(n, letters[1:9]); two <- pick(n, c("no", "yes"), c(.8, .2))
effect <- c(-1, .5, 2, 0)[as.integer(g)]
one("numbers by two numbers", data.frame(a, b, y=a + 2 * (b > .6) + rnorm(n, 0, .3)))
one("numbers by categories", data.frame(g, h, y=effect + sin(as.integer(h)) + rnorm(n, 0, .4)))
one("numbers by both", data.frame(a, g, b, h, y=a * effect + rnorm(n, 0, .2)))
one("large leaves", data.frame(a, g, b, h, y=a * effect + rnorm(n, 0, .2)), minbucket=20)
one("few splits", data.frame(a, g, b, h, y=a * effect + rnorm(n, 0, .2)), minsplit=60)
one("a price of leaves", data.frame(a, g, b, h, y=a * effect + b + rnorm(n, 0, .2)), cp=.01)
one("a high price of leaves", data.frame(a, g, b, h, y=a * effect + b + rnorm(n, 0, .2)), cp=.05)
one("a small price of leaves", data.frame(a, b, y=a * b + rnorm(n, 0, .2)), cp=1e-8)
one("shallow", data.frame(a, g, b, h, y=a * effect + rnorm(n, 0, .2)), maxdepth=3)
one("skewed numbers", data.frame(a, b, g, y=exp(2 * a + effect + rnorm(n))))
one("mostly zeros", data.frame(a, b, g, y=ifelse(b < .7, 0, exp(a + rnorm(n)))))
one("rounded numbers", data.frame(a=round(2 * a), b=round(5 * b), g, y=round(a + 3 * b + rnorm(n, 0, .5), 1)))
one("large values", data.frame(a=1e9 + a, b, y=1e6 + 1e3 * a + 50 * rnorm(n)))
one("two classes by numbers", data.frame(a, b, y=factor(ifelse(a + b + rnorm(n, 0, .4) > .5, "yes", "no"))), minbucket=10)
one("two classes by categories", data.frame(g, h, y=factor(ifelse(effect + sin(as.integer(h)) + rnorm(n) > .5, "yes", "no"))))
one("two classes by both", data.frame(a, g, b, h, y=factor(ifelse(a * effect + rnorm(n, 0, .5) > 0, "yes", "no"))), minbucket=10)
one("three classes by numbers", data.frame(a, b, y=cut(a + b + rnorm(n, 0, .3), c(-Inf, 0, 1, Inf), labels=c("l", "m", "h"))))
one("four classes by both", data.frame(a, two, b, g, y=cut(a * effect + rnorm(n, 0, .3), c(-Inf, -1, 0, 1, Inf), labels=letters[1:4])))
one("a rare class", data.frame(a, b, g, y=factor(ifelse(a > 1.6 & b > .3, "rare", "usual"))))
one("no help", data.frame(g=factor(rep("one", n), levels=c("one", "other")), y=a))
cat(sprintf('{"topic":"trees by rpart","meta":{"R":"%s","rpart":"%s"},\n"cases":[\n%s\n]}\n', getRversion(), packageVersion("rpart"), paste(cases, collapse=",\n")))
