import type { Asset } from '../http/exchange.ts'

/** Creates the text for programs that pay here, `/llms.txt`. */
export function createLlmsText(publicUrl: string): Asset {
  const body = Buffer.from(formatText(publicUrl.replace(/\/+$/, '')))
  return { name: 'llms.txt', contentType: 'text/plain; charset=utf-8', body }
}

function formatText(url: string): string {
  return `# Payments in stablecoins

> Orders of shops are paid here in USDC and other stablecoins. Programs pay by x402, version 2.

## Pay an order

A payment's address is ${url}/pay/<id>. Shops name it as the payment's \`url\` and \`x402Url\`. GET or POST it, without asking
for a page as browsers do.

- 402: the header \`PAYMENT-REQUIRED\` (JSON in base64) says what the payment accepts: scheme \`exact\` with an EIP-3009
  signature for USDC, or with an authorized transfer on Stellar. Sign one of \`accepts\` and repeat the request with the header \`PAYMENT-SIGNATURE\`. No gas is needed.
  If \`accepts\` is empty, \`error\` says why: a person can then pay on the page.
- 200: it is paid. \`PAYMENT-RESPONSE\` names the transaction. The body says whether it is final: \`status\` is \`processing\`,
  then \`completed\`.
- 202: what was signed is on its way. Do not sign again. Ask again after the seconds of Retry-After.
- 409: somebody's signature is on its way, or yours was used for something else. Do not sign again.
- 410: the payment has expired or was cancelled. Ask the shop for another one.
- 400: the header cannot be read. 429, 503: nothing was kept; send the same header later.

The same \`PAYMENT-SIGNATURE\` may be sent as often as necessary: it pays once.
Stock clients pay at most $1 unless they are told otherwise: \`client.setSpendControls({ maxAmountPerPayment: '$100' })\`.

## Pay by a link

${url}/l/<id> is a page. A POST to it makes a payment and leads to the payment's address. A GET makes nothing.

## More

- [Description of the API](${url}/openapi.json)
- The state of a payment, as JSON without payment headers: ${url}/pay/<id>/status. With its tag in \`If-None-Match\`, \`?wait=8\` holds the answer
  until something changes, for up to eight seconds. Some weeks after the end of the payment it answers 404.
`
}
