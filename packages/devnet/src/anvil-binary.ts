import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ARCHITECTURES: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The path of the anvil binary for this machine. The package `@foundry-rs/anvil` is not used. Its command is a script
 * that leaves the binary running if it is killed, and its install runs another script.
 * @throws if there is no anvil for this platform, or its package was not installed
 */
export function findAnvilBinary(): string {
  const architecture = ARCHITECTURES[process.arch]
  const supported = process.platform === 'linux' || process.platform === 'darwin'
  if (!architecture || !supported) {
    throw new Error(`There is no local network for ${process.platform} on ${process.arch}: it runs on Linux and macOS.`)
  }
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  try {
    return join(dirname(createRequire(import.meta.url).resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch (error) {
    throw new Error(`${name} is not installed. Install again, with optional dependencies.`, { cause: error })
  }
}
