/**
 * Writes the payer's texts in all languages from those of the payment page, so that each is said once.
 *
 *     npx node plugins/woocommerce/write-texts.ts [--check]
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { LANGUAGES } from '../../packages/payer-ui/src/language.ts'
import type { Texts } from '../../packages/payer-ui/src/payment-texts.ts'

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

const isCheck = process.argv.includes('--check')
for (const language of LANGUAGES) {
  const folder = `../../packages/payer-ui/src/languages/${language}`
  const { texts } = (await import(`${folder}/payment.ts`)) as { texts: Texts }
  const pages = (await import(`${folder}/pages.ts`)) as Pages
  const lines = collect(texts, pages).map(([name, text]) => `    '${name}' => ${quote(text)},\n`)
  const code = `<?php\n\n// Made by write-texts.ts from the texts of the payment page. Change those, and run it again.\n\nreturn [\n${lines.join('')}];\n`
  const path = join(import.meta.dirname, 'languages', `${language}.php`)
  if (!isCheck) writeFileSync(path, code)
  else if (readFileSync(path, 'utf8') !== code) {
    console.error(`${path} is out of date: npx node plugins/woocommerce/write-texts.ts`)
    process.exitCode = 1
  }
}
