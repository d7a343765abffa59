import { NETWORKS } from './networks.ts'

type Check = { readonly accepts: (value: unknown) => boolean; readonly rule: string }

const KNOWN_NETWORKS: readonly unknown[] = [...Object.keys(NETWORKS), 'stellar']
const LISTENERS: readonly unknown[] = [...KNOWN_NETWORKS, 'attester']
const isCount = (value: unknown, least: number) => Number.isSafeInteger(value) && Number(value) >= least
const areChainIds = (value: object) =>
  Object.entries(value).every(([name, id]) => Object.hasOwn(NETWORKS, name) && isCount(id, 1))

function isPorts(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return Object.entries(value).every(([name, port]) => LISTENERS.includes(name) && isCount(port, 1))
}

const checks: Readonly<Record<string, Check>> = {
  networks: {
    accepts: (value) => Array.isArray(value) && value.every((name) => KNOWN_NETWORKS.includes(name)),
    rule: `must be a list of ${KNOWN_NETWORKS.join(', ')}`,
  },
  chainIds: {
    accepts: (value) => typeof value === 'object' && value !== null && areChainIds(value),
    rule: `must have a chain id for each of its names: ${Object.keys(NETWORKS).join(', ')}`,
  },
  dataDir: {
    accepts: (value) => typeof value === 'string' && value !== '',
    rule: 'must be the path of a folder',
  },
  ports: { accepts: isPorts, rule: `must be an object with ports of ${LISTENERS.join(', ')}` },
  blockTimeMs: { accepts: (value) => isCount(value, 0), rule: 'must be a whole number of milliseconds, 0 or more' },
  slotsInAnEpoch: { accepts: (value) => isCount(value, 1), rule: 'must be a whole number, 1 or more' },
  log: { accepts: (value) => typeof value === 'function', rule: 'must be a function' },
}

/** Throws TypeError for options of startDevnet that are misspelt, for callers in plain JavaScript. */
export function checkOptions(options: unknown): void {
  const known = Object.keys(checks).join(', ')
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    throw new TypeError(`startDevnet takes an object of options: ${known}.`)
  }
  for (const [name, value] of Object.entries(options)) {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined
    if (!check) throw new TypeError(`startDevnet has no option ${name}: use one of ${known}.`)
    if (value !== undefined && !check.accepts(value)) throw new TypeError(`${name} ${check.rule}.`)
  }
}
