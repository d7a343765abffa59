/** What keeps a local network running, whatever its chain: a locked folder, a queue, a loop and a pace. */
export { lockFolder } from './runtime/lock.ts'
export { oneAtATime } from './runtime/one-at-a-time.ts'
export { blockIsDue, type ChainActivity, DEFAULT_PACE, type Pace } from './runtime/pace.ts'
export { repeat } from './runtime/repeat.ts'
