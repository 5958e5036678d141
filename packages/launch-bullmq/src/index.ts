export { bullmqLauncher, type BullmqLauncherOptions } from './bullmq-launcher.js'
export { checkRedis, shownRedis, USUAL_REDIS, type RedisFacts } from './check-redis.js'
export { serveQueue, type ServeQueueOptions } from './serve-queue.js'
