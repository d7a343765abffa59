import { readFileSync } from 'node:fs'
import { registerHooks } from 'node:module'
import type { PlantedBug } from './planted-bug.ts'
import { plantedBugs } from './planted-bugs.ts'

/** Plants a bug in the code that is loaded from now on. Throws if the bug's place no longer exists. */
export function plant(name: string): void {
  const bug = plantedBugs.find((one) => one.name === name)
  if (!bug) throw new Error(`there is no planted bug ${name}: ${plantedBugs.map((one) => one.name).join(', ')}`)
  const url = new URL(`../../packages/core/src/${bug.file}`, import.meta.url).href
  const wrong = insertBug(bug)
  registerHooks({
    load(loaded, context, nextLoad) {
      const result = nextLoad(loaded, context)
      return loaded === url ? { ...result, source: wrong } : result
    },
  })
}

/** The source of a bug's file with the bug. Throws unless its place exists exactly once. */
export function insertBug({ name, file, find, replace }: PlantedBug): string {
  const source = readFileSync(new URL(`../../packages/core/src/${file}`, import.meta.url), 'utf8')
  const places = source.split(find).length - 1
  if (places === 1) return source.replace(find, () => replace)
  throw new Error(`${file} has ${places} places for the bug "${name}", not one: say in planted-bugs.ts where it is now`)
}
