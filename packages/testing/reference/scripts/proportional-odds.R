# Proportional-odds regressions by MASS::polr. Rscript scripts/proportional-odds.R CENSUS.CSV > regressions/proportional-odds.json
# 17 significant digits; records and categories as the tests make them again.
suppressMessages(library(MASS))
census <- read.csv(commandArgs(TRUE)[1])
num <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse=","), "]")
case <- function(id, call, ...) { f <- list(...); sprintf('  {"id":"%s","r_call":"%s","output":{%s}}', id, call, paste(sprintf('"%s":%s', names(f), vapply(f, num, "")), collapse=",")) }
tight <- list(reltol=1e-16, maxit=2000)
of <- function(m) list(thresholds=m$zeta, coefficients=coef(m), deviance=deviance(m))
cs <- c()
# Four cheeses tasted, nine categories (McCullagh & Nelder 1989, table 5.1): tasters by cheese and category.
counts <- rbind(c(0,0,1,7,8,8,19,8,1), c(6,9,12,11,7,6,1,0,0), c(1,1,6,8,23,7,5,1,0), c(0,0,0,1,3,7,14,16,11))
d <- data.frame(taste=ordered(rep(1:9, each=4)), cheese=factor(rep(1:4, 9)), freq=c(counts))
m <- polr(taste ~ cheese, data=d, weights=freq, control=tight); f <- of(m)
cs <- c(cs, case("cheese", "polr(taste~cheese,weights=freq)", counts=t(counts), thresholds=f$thresholds, coefficients=f$coefficients, deviance=f$deviance))
# Of census: fifths of INTVAL by its ranks; area = (number of the record - 1) mod 4.
n <- nrow(census); area <- factor((seq_len(n)-1) %% 4)
fifth <- ceiling(5*rank(census$INTVAL, ties.method="first")/n)
d <- data.frame(fifth=ordered(fifth), agi=census$AGI/1e4, fedtax=census$FEDTAX/1e4, area=area)
m <- polr(fifth ~ agi + fedtax + area, data=d, control=tight); f <- of(m)
cs <- c(cs, case("census", "polr(fifth~AGI/1e4+FEDTAX/1e4+area)", thresholds=f$thresholds, coefficients=f$coefficients, deviance=f$deviance))
cat('{"topic":"proportional-odds regressions by polr",\n"meta":{"R":"', paste(R.version$major, R.version$minor, sep="."), '","MASS":"', as.character(packageVersion("MASS")), '"},\n"cases":[\n', paste(cs, collapse=",\n"), '\n]}\n', sep="")
