/** Parts that keep a local network running, whatever its chain: a locked folder, a queue, a loop and a pace. */
export { type Holder, type LockedDataDir, lockDataDir } from './runtime/data-dir.ts'
export { type ChainActivity, DEFAULT_PACE, isBlockDue, type Pace, repeat } from './runtime/pace.ts'
export { createQueue } from './runtime/queue.ts'
