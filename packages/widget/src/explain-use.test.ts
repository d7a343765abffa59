import { expect, test } from 'vitest'
import { explainUse } from './explain-use.ts'
import { isUsual } from './usage.ts'

test.each([
  ['paymnt-id=1', 'there is no attribute "paymnt-id": use one of src, link, lang, method, '],
  ['redirct=manual', 'there is no attribute "redirct": did you mean redirect?'],
  ['lnk=/l/1', 'did you mean link?'],
  ['src=https://pay.example.com/l/01k9', 'is the address of a payment link: use link.'],
  ['link=https://pay.example.com/pay/01k9', 'is the address of a payment: use src.'],
  ['url=/pay/1', 'there is no attribute "url": did you mean src?'],
  ['walletconnectprojectid=1', 'did you mean walletconnect-project-id?'],
  ['open=', 'there is no attribute "open": did you mean opened?'],
  ['theme=dark', 'there is no attribute "theme": use one of '],
  [
    'oncheckout-completed=ship()',
    `"oncheckout-completed" does nothing: call addEventListener('checkout-completed', …)`,
  ],
  ['redirect=never', 'redirect cannot be "never", so payers stay: use one of auto, manual.'],
  ['redirect=manaul', 'did you mean manual?'],
  ['redirect=', 'redirect cannot be ""'],
  ['modal=false', 'modal="false" is true as well: leave the attribute out'],
  ['lang=de_DE', 'lang="de_DE" is no tag of a language, so English is shown: use one of en, '],
  ['lang=german', 'lang="german" is no tag of a language'],
  ['.snapshott', 'there is no property "snapshott": did you mean snapshot?'],
  ['.redirectTo', 'did you mean redirect?'],
  ['.walletconnectProjectId', 'set the attribute walletconnect-project-id.'],
  ['>complete', 'there is no slot "complete", so what it holds is not shown: did you mean completed?'],
  ['>aside', 'use one of header, footer, completed, expired.'],
  ['@checkout-complete', 'there is no event "checkout-complete": did you mean checkout-completed?'],
  ['@checkoutCompleted', 'did you mean checkout-completed?'],
  ['@chekcout-expired', 'did you mean checkout-expired?'],
  ['@checkout:paid', 'there is no event "checkout:paid": use one of checkout-status-change, '],
])('%s: %s', (use, words) => {
  expect(isUsual(use)).toBe(false)
  expect(explainUse(use)).toContain(words)
})

const GOOD = [
  ...[
    'class=a b',
    'id=1',
    'style=--x: 1',
    'slot=x',
    'part=x',
    'title=Pay',
    'dir=rtl',
    'hidden=',
    'role=group',
    'tabindex=0',
  ],
  ...[
    'data-v-7ba5bd90=',
    'data-testid=1',
    'aria-label=Pay',
    '_ngcontent-ng-c123=',
    '_nghost-abc=',
    'onclick=go()',
    'lang=',
  ],
  ...['modal=', 'opened=', 'redirect=auto', 'redirect=manual', 'src=/pay/1', 'src=a=b', 'link=/l/1', 'src=/l/pay/1'],
  ...['lang=pt-BR', 'lang=sv', 'snapshot={"a": "=\n"}', 'walletconnect-project-id=0', 'class=\na', '>', '>footer'],
  ...[
    '._$litPart$',
    '.__vnode',
    '.__reactFiber$abc',
    '.isUpdatePending',
    '.hasUpdated',
    '.enableUpdating',
    '.renderRoot',
    '.renderOptions',
  ],
  ...['@click', '@focusin', '@transitionend'],
]
const UNUSUAL = [
  ...[
    'accesskey=p',
    'itemprop=offer',
    'translate=no',
    'inert=',
    'exportparts=a',
    'popover=',
    'ng-version=19',
    'x-data={}',
  ],
  ...['v-cloak=', 'hx-get=/x', 'b-3xk29fj2=', 'sc-1a2b=', 'astro-cid-x=', 'on:click=x', ':src=x', '@click=', 'q:id=1'],
  ...[
    'lang=DE',
    'lang=fil-PH',
    'modal=true',
    'modal=TRUE',
    'opened=opened',
    'cz-shortcut-listen=true',
    'defer-hydration=',
    'xml:lang=de',
  ],
  ...['.order', '.jQuery351', '.key', '.l', '.sdk', '.handlers', '@turbo:load', '@my-event', '@keydown.enter'],
]

test.each(GOOD)('%s is usual', (use) => {
  expect([isUsual(use), explainUse(use)]).toEqual([true, null])
})

test.each(UNUSUAL)('%s is nothing to complain about', (use) => {
  expect(explainUse(use)).toBeNull()
})
