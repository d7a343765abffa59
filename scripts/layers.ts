/**
 * The architecture as data: which room may import from which. `layers.test.ts` reads the imports of all files and fails
 * on an import against this order, on a cycle between folders, and on a file in no room. Types count. Tests do not.
 */
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

type Layer = { readonly name: string; readonly rooms: readonly string[] }

/** The rooms of packages/core/src from the ground up. A room imports from rooms that come before it in this table. */
export const coreLayers: readonly Layer[] = [
  { name: 'ground', rooms: ['domain', 'storage', 'outbound', 'chains'] },
  {
    name: 'base',
    rooms: [
      ...['context', 'deposits', 'http', 'audit', 'networks', 'entries', 'events', 'merchants', 'receipts', 'users'],
      ...['customers', 'transactions'],
    ],
  },
  { name: 'payments', rooms: ['payments'] },
  { name: 'flows', rooms: ['relays', 'settlements', 'webhooks', 'refunds', 'connections', 'reports'] },
  { name: 'reading', rooms: ['watcher'] },
  { name: 'edges', rooms: ['api', 'dashboard', 'pages', 'workers'] },
  { name: 'root', rooms: ['app', 'index.ts'] },
]

/** Rooms that import from few rooms. They know all others through a facade, which is a folder of the room. */
export const facades: Readonly<Record<string, { readonly facade: string; readonly rooms: readonly string[] }>> = {
  watcher: { facade: 'ledger', rooms: ['networks', 'context', 'chains', 'storage', 'domain'] },
}

/** The packages and workspaces from the ground up, by the same rule. */
export const packageLayers: readonly Layer[] = [
  { name: 'shared', rooms: ['packages/api-types', 'packages/contracts', 'packages/payer-ui'] },
  {
    name: 'checkout',
    rooms: ['packages/core', 'packages/client', 'packages/widget', 'packages/dashboard'],
  },
  { name: 'local networks', rooms: ['packages/stellar-devnet', 'packages/devnet'] },
  { name: 'adapters', rooms: ['packages/express', 'packages/fetch', 'packages/react'] },
  { name: 'programs', rooms: ['packages/server', 'examples', 'simulation', 'e2e', 'bench', 'scripts'] },
]

/** One import of a file by another, both below the workspace's root. */
export type Import = { readonly from: string; readonly to: string }

/** The imports of all production files, of types too. */
export function readImports(root: string): Import[] {
  const files = globSync('{packages/*,e2e,simulation,bench,examples/*}/**/*.ts', {
    cwd: root,
    exclude: (name) => /(^|\/)(node_modules|dist|data)$/.test(name),
  })
  return files
    .filter((file) => !isTest(file))
    .flatMap((from) => findImports(from, readFileSync(join(root, from), 'utf8')))
}

/** Tests and what only tests use. */
function isTest(file: string): boolean {
  return /\.test\.ts$|\/testing\/|\/testing\.ts$/.test(file)
}

/** A package's name leads to its folder, a relative path to its file. Other packages are left out. */
export function findImports(from: string, text: string): Import[] {
  const specifiers = [...text.matchAll(/(?:\bfrom|\bimport\(?)\s*'([^']+)'/g)].map(([, specifier = '']) => specifier)
  return specifiers.flatMap((specifier) => {
    const [, name] = /^@crypto-checkout\/([\w-]+)/.exec(specifier) ?? []
    if (name) return [{ from, to: `packages/${name}/` }]
    return specifier.startsWith('.') ? [{ from, to: join(dirname(from), specifier) }] : []
  })
}

const CORE = 'packages/core/src/'

/** The room of core/src that a file is in: its folder, or its name if it is in none. Null for other packages. */
export function findRoom(file: string): string | null {
  return file.startsWith(CORE) ? (file.slice(CORE.length).split('/')[0] ?? null) : null
}

/** The package or workspace that a file is in. */
export function findPackage(file: string): string {
  const [first = '', second = ''] = file.split('/')
  return first === 'packages' ? `${first}/${second}` : first
}

/** Lists imports against a table: of a file in no room, or from a room that comes later. */
export function findUpward(
  imports: readonly Import[],
  layers: readonly Layer[],
  roomOf: (file: string) => string | null,
): string[] {
  const order = layers.flatMap(({ rooms }) => rooms)
  return imports.flatMap(({ from, to }) => {
    const [lower, higher] = [roomOf(from), roomOf(to)]
    if (lower === null || higher === null) return []
    const lost = [lower, higher].find((room) => !order.includes(room))
    if (lost !== undefined) return [`${lost} is in no layer (${from})`]
    return order.indexOf(higher) > order.indexOf(lower)
      ? [`${from} imports from ${higher}, which is above ${lower}`]
      : []
  })
}

/** Imports that go past a facade. */
export function findPastFacades(imports: readonly Import[]): string[] {
  return imports.flatMap(({ from, to }) => {
    const [room, other] = [findRoom(from) ?? '', findRoom(to)]
    const { facade, rooms } = facades[room] ?? {}
    if (!rooms || other === null || other === room || rooms.includes(other)) return []
    if (from.startsWith(`${CORE}${room}/${facade}/`)) return []
    return [`${from} imports from ${other}, not from one of: ${[facade, ...rooms].join(', ')}`]
  })
}

/** From each room to the rooms that it imports from. */
export function drawArrows(
  imports: readonly Import[],
  roomOf: (file: string) => string | null,
): ReadonlyMap<string, ReadonlySet<string>> {
  const arrows = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    const [source, target] = [roomOf(from), roomOf(to)]
    if (source === null || target === null || source === target) continue
    arrows.set(source, (arrows.get(source) ?? new Set()).add(target))
  }
  return arrows
}

/** The nodes of a graph that can reach themselves. */
export function findCycles(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  return findKnots(arrows).flat()
}

/** Groups of nodes that can all reach one another. */
export function findKnots(arrows: ReadonlyMap<string, ReadonlySet<string>>): string[][] {
  const reached = new Map([...arrows.keys()].map((start) => [start, findReached(arrows, start)]))
  const inCycles = [...reached].filter(([start, others]) => others.has(start)).map(([start]) => start)
  const knots = Map.groupBy(inCycles, (start) =>
    inCycles.find((other) => reached.get(start)?.has(other) && reached.get(other)?.has(start)),
  )
  return [...knots.values()]
}

/** The nodes to which arrows lead from one. */
export function findReached(arrows: ReadonlyMap<string, ReadonlySet<string>>, start: string): ReadonlySet<string> {
  const reached = new Set<string>()
  const open = [...(arrows.get(start) ?? [])]
  for (let one = open.pop(); one !== undefined; one = open.pop()) {
    if (reached.has(one)) continue
    reached.add(one)
    open.push(...(arrows.get(one) ?? []))
  }
  return reached
}
