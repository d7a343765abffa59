import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const folder = join(import.meta.dirname, '../../../core/src/domain/catalog/networks')

test('each built-in network has its title here', () => {
  const values = readFileSync(join(import.meta.dirname, 'values.ts'), 'utf8')
  const titles = readdirSync(folder).flatMap((name) =>
    [...readFileSync(join(folder, name), 'utf8').matchAll(/export const (\w+):[^\n]*\n {2}title: '(\w+)'/g)].map(
      ([, network, title]) => `${network}: '${title}'`,
    ),
  )
  expect(titles).toHaveLength(6)
  for (const title of titles) expect(values).toContain(title)
})
