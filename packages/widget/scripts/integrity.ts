/**
 * Writes the script tag with the hash of the built element into the README. With `--check` it writes
 * nothing, and fails when the README has another.
 */
import { createHash } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')
const README = join(root, 'README.md')
// All that stands between is replaced, a half that two branches disagree about too.
const MARKED = /(<!-- made by npm run build:widget -->\n).*?(<!-- end -->)/s

const hash = createHash('sha384')
  .update(readFileSync(join(root, 'dist/crypto-checkout.js')))
  .digest('base64')
const tag = `\`\`\`html
<script
  type="module"
  src="https://pay.example.com/crypto-checkout.js"
  integrity="sha384-${hash}"
  crossorigin="anonymous"
></script>
\`\`\`
`
const before = readFileSync(README, 'utf8')
if (!MARKED.test(before)) throw new Error('README.md has lost its marks around the script tag.')
const after = before.replace(MARKED, (_, start: string, end: string) => `${start}${tag}${end}`)

if (process.argv.includes('--check')) {
  if (after !== before) {
    console.error('The hash in packages/widget/README.md is not that of the build. Run: npm run build:widget')
    process.exitCode = 1
  }
} else if (after !== before) {
  writeFileSync(README, after)
}
