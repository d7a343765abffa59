import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'

const ARCHITECTURES: Partial<Record<string, string>> = { x64: 'amd64', arm64: 'arm64' }

/**
 * The path of the anvil binary for this machine. The package's own `anvil` command is a script that starts this binary
 * and leaves it running if the script is killed.
 * @throws if there is no anvil for this platform, or its package was not installed
 */
export function findAnvilBinary(): string {
  const architecture = ARCHITECTURES[process.arch]
  const supported = process.platform === 'linux' || process.platform === 'darwin'
  if (!architecture || !supported) {
    throw new Error(`There is no local network for ${process.platform} on ${process.arch}: it runs on Linux and macOS.`)
  }
  const wrapper = import.meta.resolve('@foundry-rs/anvil/package.json')
  const name = `@foundry-rs/anvil-${process.platform}-${architecture}`
  try {
    return join(dirname(createRequire(wrapper).resolve(`${name}/package.json`)), 'bin', 'anvil')
  } catch (error) {
    throw new Error(`${name} is not installed. Install again, with optional dependencies.`, { cause: error })
  }
}
