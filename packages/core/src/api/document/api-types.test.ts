import { expect, test } from 'vitest'
import { writeFiles } from '../../testing/api-types/write.ts'

const ROOT = '../../../../..'

test.each(Object.entries(writeFiles()))(
  '%s is what the schemas and routes say: npm run reference',
  async (path, text) => {
    await expect(text).toMatchFileSnapshot(`${ROOT}/${path}`)
  },
)
