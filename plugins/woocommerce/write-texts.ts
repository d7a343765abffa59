/**
 * Writes the texts of the plug-in for PHP: the payer's from those of the payment page, so that each is said once, and the
 * merchant's from `texts/`. Translators of other languages get the merchant's as a template of gettext.
 *
 *     npx node plugins/woocommerce/write-texts.ts [--check]
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { LANGUAGES } from '../../packages/payer-ui/src/language.ts'
import type { Texts } from '../../packages/payer-ui/src/payment-texts.ts'
import { texts as german } from './texts/de.ts'
import { texts as english, type MerchantTexts } from './texts/en.ts'

type Pages = {
  readonly refundTexts: { readonly addressPage: { readonly title: string; readonly amountLabel: string } }
}

const STATES = ['awaiting', 'remainder', 'seen', 'completed', 'expired', 'late', 'cancelled'] as const

/** Values become names that PHP replaces. */
const terms = new Proxy({}, { get: (_, name) => `{${String(name)}}` }) as Parameters<Texts['details']['seen']>[0]

function collect(texts: Texts, { refundTexts: { addressPage } }: Pages): [string, string][] {
  const states = STATES.flatMap((state): [string, string][] => [
    [`${state}_title`, texts.titles[state]],
    [`${state}_detail`, texts.details[state](terms) ?? ''],
  ])
  return [
    ...states,
    ['pay', texts.payWithWallet],
    ['pay_from_exchange', texts.payFromExchange],
    ['test_mode', texts.testMode.title],
    ['refund_title', addressPage.title],
    ['refund_amount', addressPage.amountLabel],
  ]
}

const quote = (text: string) => `'${text.replaceAll(/[\\']/g, '\\$&')}'`

function writePhp(source: string, texts: readonly (readonly [string, string])[]): string {
  const lines = texts.map(([name, text]) => `    '${name}' => ${quote(text)},\n`)
  return `<?php\n\n// Made by write-texts.ts from ${source}. Change those, and run it again.\n\nreturn [\n${lines.join('')}];\n`
}

/** A template of gettext (.pot), whose sentences are the keys. */
function writeTemplate(texts: MerchantTexts): string {
  const header = 'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n"X-Domain: crypto-checkout\\n"\n'
  const entries = Object.entries(texts).map(
    ([name, text]) =>
      `\n#. ${name}\n${text.includes('%') ? '#, php-format\n' : ''}msgid ${JSON.stringify(text)}\nmsgstr ""\n`,
  )
  return `# Made by write-texts.ts.\n${header}${entries.join('')}`
}

const files = new Map([['crypto-checkout.pot', writeTemplate(english)]])
for (const [language, texts] of Object.entries({ en: english, de: german })) {
  files.set(`merchant/${language}.php`, writePhp('texts/', Object.entries(texts)))
}
for (const language of LANGUAGES) {
  const folder = `../../packages/payer-ui/src/languages/${language}`
  const { texts } = (await import(`${folder}/payment.ts`)) as { texts: Texts }
  const pages = (await import(`${folder}/pages.ts`)) as Pages
  files.set(`payer/${language}.php`, writePhp('the texts of the payment page', collect(texts, pages)))
}

const isCheck = process.argv.includes('--check')
for (const [name, text] of files) {
  const path = join(import.meta.dirname, 'languages', name)
  if (!isCheck) {
    mkdirSync(dirname(path), { recursive: true })
    writeFileSync(path, text)
  } else if (!existsSync(path) || readFileSync(path, 'utf8') !== text) {
    console.error(`${path} is out of date: npx node plugins/woocommerce/write-texts.ts`)
    process.exitCode = 1
  }
}
