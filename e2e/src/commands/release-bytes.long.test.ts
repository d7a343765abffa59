/** Packing again gives the same bytes, on another machine too. So others can check the sources of a release. */
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { cleanUp, createTemporaryFolder } from '../support/harness.ts'
import { packRelease, run, WORKSPACE } from '../support/release.ts'

/** To pack, on a machine with much other work. */
const SLOW_MS = 600_000

afterAll(async () => {
  expect(await cleanUp()).toEqual([])
})

test(
  'a release that is packed twice has the same bytes',
  async () => {
    const release = await packRelease()
    const again = join(createTemporaryFolder(), 'again')
    // Settings that differ on another machine: rights of new files, the time zone, the language, the folder of
    // temporary files.
    const surroundings = { TZ: 'Pacific/Kiritimati', LC_ALL: 'C', TMPDIR: createTemporaryFolder() }
    const command = `umask 077 && exec node scripts/release/main.ts --dry-run --no-build --out '${again}'`
    await run('sh', ['-c', command], WORKSPACE, surroundings)
    const list = (folder: string) => globSync('**', { cwd: folder, withFileTypes: true }).filter((one) => one.isFile())
    const names = list(release).map(({ parentPath, name }) => join(parentPath, name).slice(release.length))
    expect(names.filter((name) => name.endsWith('.tgz')).length).toBeGreaterThan(12)
    expect(list(again)).toHaveLength(names.length)
    const differing = names.filter((name) => !readFileSync(join(again, name)).equals(readFileSync(join(release, name))))
    expect(differing).toEqual([])
  },
  SLOW_MS,
)
