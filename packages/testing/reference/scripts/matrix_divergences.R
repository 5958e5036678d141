# The 18 divergences of the small files of packages/metrics/src/testing/r-reference.fixture.ts.
i <- 1:40
x <- cbind(round(10*sin(i^2)), round(10*cos(3*i)+5*sin(i^2)), round(10*sin(7*i)))
y <- cbind(x[,1]+round(6*cos(i^2)), x[,2]+round(8*sin(5*i)), x[,3]+round(9*cos(11*i)))
s <- apply(x, 2, sd); X <- sweep(x, 2, s, "/"); Y <- sweep(y, 2, s, "/")
three <- function(a, b, w=1, norm) { nz <- a != 0; ww <- w + 0*a
  c(mse=sum(w*(a-b)^2)/norm, mae=sum(w*abs(a-b))/norm, variation=sum((w*abs(a-b)/abs(a))[nz])/(norm*sum(ww[nz])/sum(ww))) }
e1 <- eigen(cor(x)); e2 <- eigen(cor(y)); E1 <- e1$vectors; E2 <- e2$vectors
for (j in 1:3) if (sum(E1[,j]*E2[,j]) < 0) E2[,j] <- -E2[,j]
RF <- function(E, l) sweep(E, 2, sqrt(l), "*"); FS <- function(E, l) sweep(E, 2, sqrt(l), "/")
up <- upper.tri(diag(3), TRUE); off <- upper.tri(diag(3))
W <- function(w) matrix(w, 3, 3, byrow=TRUE)
show <- function(w) { print(rbind(
  X=three(X, Y, 1, 120), V=three(cov(X)[up], cov(Y)[up], 1, 6), R=three(cor(x)[off], cor(y)[off], 1, 3),
  RF=three(RF(E1,e1$values), RF(E2,e2$values), W(w), 9),
  C=three(RF(E1,e1$values)[,1]^2, RF(E2,e2$values)[,1]^2, 1, 3),
  F=three(FS(E1,e1$values), FS(E2,e2$values), W(w), 9)), digits=15) }
show(e1$values); show(e1$values/3); show(rep(1,3))
print(rbind(X=three(x, y, 1, 120), V=three(cov(x)[up], cov(y)[up], 1, 6)), digits=15)
print(rbind(C2=three(rowSums(RF(E1,e1$values)[,1:2]^2), rowSums(RF(E2,e2$values)[,1:2]^2), 1, 3)), digits=15)
print(colSums(E1*E2))
