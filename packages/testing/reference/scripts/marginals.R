# Marginal distances and changes of the small files of packages/metrics/src/testing/r-reference.fixture.ts.
i <- 1:40
x <- cbind(round(10*sin(i^2)), round(10*cos(3*i)+5*sin(i^2)), round(10*sin(7*i)))
y <- cbind(x[,1]+round(6*cos(i^2)), x[,2]+round(8*sin(5*i)), x[,3]+round(9*cos(11*i)))
S <- apply(x, 2, sd)
cat("variance ratios\n"); print(diag(var(y))/diag(var(x)), digits=15)
cat("IL1s by column\n"); print(colMeans(abs(x-y))/(sqrt(2)*S), digits=15)
# Wasserstein: with all records of y, and with the first 25.
w <- function(a, b) { v <- sort(c(a, b)); sum(abs(ecdf(a)(head(v,-1)) - ecdf(b)(head(v,-1)))*diff(v)) }
cat("Wasserstein\n"); print(sapply(1:3, function(j) w(x[,j], y[,j])/S[j]), digits=15)
print(sapply(1:3, function(j) w(x[,j], y[1:25,j])/S[j]), digits=15)
# Hellinger: 8 classes of quantiles of type 7, none of which falls together with another, and two beyond the range.
h <- function(a, b) { q <- unname(quantile(a, (0:8)/8)); k <- c(-Inf, q[1]-1e-9, q[-1], Inf)
  p <- table(cut(a, k))/length(a); r <- table(cut(b, k))/length(b); sqrt(sum((sqrt(p)-sqrt(r))^2)/2) }
cat("Hellinger\n"); print(sapply(1:3, function(j) h(x[,j], y[,j])), digits=15)
