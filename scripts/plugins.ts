/** The plug-ins and the steps of their tests, for `npm run test:plugins` and for the share of it in `npm run test:full`. */
import { spawnSync } from 'node:child_process'
import { type Count, countCheck, countPhpunit, countTests, type Ending } from './failures.ts'

/** `vitest`: it reports each test. `phpunit`: it prints their numbers. Otherwise a step is one check. */
type Kind = 'check' | 'vitest' | 'phpunit'

export type PluginStep = {
  readonly kind: Kind
  readonly words: readonly string[]
  /** The words in `npm run test:full`; null: it is left out there. */
  readonly quick: readonly string[] | null
}

/** A program that the machine must have. `ask` succeeds, and says `says`, if it is there. */
type Need = { readonly ask: readonly string[]; readonly says: RegExp; readonly remedy: string }

export type Plugin = {
  readonly folder: string
  readonly needs?: readonly Need[]
  readonly steps: readonly PluginStep[]
}

const EXTENSIONS = ['curl', 'dom', 'mbstring', 'pcntl', 'posix']

const php: readonly Need[] = [
  {
    ask: [
      'php',
      '-r',
      `echo PHP_VERSION_ID >= 80100 && !array_diff(${JSON.stringify(EXTENSIONS)}, get_loaded_extensions());`,
    ],
    says: /^1$/,
    remedy: 'PHP 8.1 or later: apt-get install php-cli php-curl php-mbstring php-xml',
  },
  { ask: ['phpunit', '--version'], says: /^PHPUnit 9\./m, remedy: 'PHPUnit 9: apt-get install phpunit' },
]

/** From the plug-in's lock file. Nothing is installed anew if it is there. */
const install = step('check', 'npx --prefer-offline --yes pnpm@12.21.0 install --frozen-lockfile --loglevel error')

const phpunit = step('phpunit', 'phpunit --colors=never', 'phpunit --colors=never')

export const plugins: Readonly<Record<string, Plugin>> = {
  stories: {
    folder: 'plugins/stories',
    steps: [
      // The full run has built them.
      step('check', 'node ../../scripts/build-pages.ts'),
      step('check', 'node src/main.ts', 'node src/main.ts --once'),
      step('check', 'node src/main.ts --planted'),
    ],
  },
  'client-php': { folder: 'clients/php', needs: php, steps: [phpunit] },
  medusa: {
    folder: 'plugins/medusa',
    steps: [
      install,
      step('check', 'tsc -p tsconfig.json'),
      step('check', 'npm run --silent build'),
      step('vitest', 'vitest run --reporter=default --reporter=../../scripts/vitest-report.ts'),
      step('check', 'node test/stories.ts'),
      step('check', 'node test/stories.ts --planted'),
    ],
  },
  woocommerce: {
    folder: 'plugins/woocommerce',
    needs: php,
    steps: [phpunit, step('check', 'node ../stories/src/main.ts --workers 4 -- php tests/stories-driver.php')],
  },
}

function step(kind: Kind, line: string, quick?: string): PluginStep {
  return { kind, words: line.split(' '), quick: quick?.split(' ') ?? null }
}

/** What a plug-in's tests lack on this machine; empty if they have all. */
export function findMissing({ needs = [] }: Plugin): string[] {
  const isThere = ({ ask: [program = '', ...words], says }: Need) =>
    says.test(spawnSync(program, words, { encoding: 'utf8' }).stdout ?? '')
  return needs.filter((need) => !isThere(need)).map(({ remedy }) => remedy)
}

/** `report`: the file of a runner that reports each test; null if there is none. */
export function countStep({ kind }: PluginStep, ending: Ending, report: string | null): Count {
  if (kind === 'phpunit') return countPhpunit(ending)
  return kind === 'check' ? countCheck(ending) : countTests(report, ending)
}
