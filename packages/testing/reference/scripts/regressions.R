# Regressions by lm and glm of base R. Rscript scripts/regressions.R CENSUS.CSV > regressions/regressions.json
# 17 significant digits; records and categories as the tests make them again.
census <- read.csv(commandArgs(TRUE)[1])
num <- function(x) paste0("[", paste(sprintf("%.17g", x), collapse=","), "]")
case <- function(id, call, ...) { f <- list(...); sprintf('  {"id":"%s","r_call":"%s","output":{%s}}', id, call, paste(sprintf('"%s":%s', names(f), vapply(f, num, "")), collapse=",")) }
fit <- function(m) { s <- coef(summary(m)); list(coefficients=s[,1], errors=s[,2]) }
tight <- glm.control(epsilon=1e-14, maxit=100)
cs <- c()
m <- lm(AGI~EMCONTRB+FEDTAX+INTVAL, data=census); s <- fit(m)
cs <- c(cs, case("lm", "lm(AGI~EMCONTRB+FEDTAX+INTVAL)", coefficients=s$coefficients, errors=s$errors, residualError=summary(m)$sigma))
# Challenger: O-ring distress by the temperature at the launch.
temp <- c(66,70,69,68,67,72,73,70,57,63,70,78,67,53,67,75,70,81,76,79,75,76,58)
fail <- c(0,1,0,0,0,0,0,0,1,1,1,0,0,1,0,0,0,0,0,0,1,0,1)
m <- glm(fail~temp, family=binomial, control=tight); s <- fit(m)
cs <- c(cs, case("oring", "glm(fail~temp,family=binomial)", temp=temp, fail=fail, coefficients=s$coefficients, errors=s$errors, deviance=deviance(m)))
# Of census: y = 1 where INTVAL is above its median; area = (number of the record - 1) mod 4.
n <- nrow(census); area <- factor((seq_len(n)-1) %% 4); y <- as.numeric(census$INTVAL > median(census$INTVAL))
m <- glm(y~AGI+FEDTAX+area, data=census, family=binomial, control=tight); s <- fit(m)
cs <- c(cs, case("glm_census", "glm(y~AGI+FEDTAX+area,family=binomial)", coefficients=s$coefficients, errors=s$errors, deviance=deviance(m)))
# Overlap of the 95 % intervals with those of the file with AGI, FEDTAX and INTVAL rounded to multiples of 20000, 2000, 500.
near <- function(v, b) floor(v/b+.5)*b
rounded <- transform(census, AGI=near(AGI,20000), FEDTAX=near(FEDTAX,2000), INTVAL=near(INTVAL,500))
J <- function(a, b) { l <- pmax(a[,1],b[,1]); u <- pmin(a[,2],b[,2]); .5*((u-l)/(a[,2]-a[,1])+(u-l)/(b[,2]-b[,1])) }
a <- confint(lm(AGI~FEDTAX+INTVAL, data=census)); b <- confint(lm(AGI~FEDTAX+INTVAL, data=rounded))
cs <- c(cs, case("overlap_lm", "confint(lm(AGI~FEDTAX+INTVAL))", low=a[,1], high=a[,2], maskedLow=b[,1], maskedHigh=b[,2], overlap=J(a,b)))
wald <- function(d) { m <- glm(y~AGI+FEDTAX, data=d, family=binomial, control=tight); s <- coef(summary(m)); z <- qnorm(.975); cbind(s[,1]-z*s[,2], s[,1]+z*s[,2]) }
a <- wald(census); b <- wald(rounded)
cs <- c(cs, case("overlap_glm", "glm(y~AGI+FEDTAX,family=binomial), estimate -+ qnorm(.975)*error", overlap=J(a,b)))
# Propensity: which file a record is of, by three columns, their squares and products.
both <- rbind(census[,c("AGI","FEDTAX","INTVAL")], rounded[,c("AGI","FEDTAX","INTVAL")]); both <- as.data.frame(scale(both)); both$m <- rep(0:1, each=n)
pmse <- function(f) { m <- glm(f, data=both, family=binomial, control=tight); c(mean((fitted(m)-.5)^2), m$rank) }
cs <- c(cs, case("pmse", "glm(masked~AGI+FEDTAX+INTVAL,family=binomial)", main=pmse(m~AGI+FEDTAX+INTVAL), squares=pmse(m~AGI+FEDTAX+INTVAL+I(AGI^2)+I(FEDTAX^2)+I(INTVAL^2)), products=pmse(m~(AGI+FEDTAX+INTVAL)^2), both=pmse(m~(AGI+FEDTAX+INTVAL)^2+I(AGI^2)+I(FEDTAX^2)+I(INTVAL^2))))
cat('{"topic":"regressions by lm and glm",\n"meta":{"R":"', paste(R.version$major, R.version$minor, sep="."), '"},\n"cases":[\n', paste(cs, collapse=",\n"), '\n]}\n', sep="")
