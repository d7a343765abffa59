import { join } from 'node:path'
import { cli } from '@custom-elements-manifest/analyzer/cli.js'

type Described = { name: string; description?: string; type?: { text: string } }
type Attribute = Described & { fieldName?: string }
type Member = Described & { kind: string; privacy?: string; readonly?: boolean; attribute?: string }
type Export = { kind: string; name: string; declaration: { name: string; module: string } }

/** The parts of the format (custom-elements-manifest 1.0.0) that are read here. */
export type Element = {
  tagName: string
  name: string
  attributes: Attribute[]
  members: Member[]
  events: Described[]
  slots: Described[]
  cssParts: Described[]
  cssProperties: Described[]
}
export type Manifest = { modules: { path: string; declarations: Element[]; exports: Export[] }[] }

const SOURCE = 'src/crypto-checkout.ts'
const PUBLISHED = 'dist/esm/crypto-checkout.js'

/** Reads the element's interface from its source and the comment of its class. */
export async function readManifest(): Promise<Manifest> {
  const cwd = join(import.meta.dirname, '..')
  const manifest = (await cli({ argv: ['analyze'], cwd, noWrite: true })) as Manifest
  for (const module of manifest.modules) {
    module.path = PUBLISHED
    // The types that go out through this module are nothing that a script could import.
    module.exports = module.exports.filter(({ declaration }) => declaration.module === SOURCE)
    for (const { declaration } of module.exports) declaration.module = PUBLISHED
    for (const element of module.declarations) element.members = publicMembers(element)
  }
  return manifest
}

/** The one element that there is. */
export function elementOf({ modules }: Manifest): Element {
  const element = modules[0]?.declarations[0]
  if (element === undefined) throw new Error(`${SOURCE} declares no element.`)
  return element
}

function publicMembers({ members, attributes }: Element): Member[] {
  const open = members.filter(({ name, privacy }) => !name.startsWith('#') && (privacy ?? 'public') === 'public')
  return open.map((member) => {
    const description = member.description ?? attributes.find(({ fieldName }) => fieldName === member.name)?.description
    return description === undefined ? member : { ...member, description }
  })
}
