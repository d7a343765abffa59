/** The references of errors and events for people, from the tables. `npm run reference` writes them into `docs/`. */
import { type EventType, eventTypes } from '@crypto-checkout/api-types'
import { eventMeanings } from '../domain/catalog/event-meanings.ts'
import { refusals } from '../domain/catalog/refusals.ts'

const NOTE = '<!-- Made by `npm run reference` from the tables of the core. Change those, and run it again. -->'

const categories: Readonly<Record<string, string>> = {
  invalid_request_error:
    'The request is wrong, or the object does not allow it. Change the request before you send it again.',
  authentication_error: 'The keys or the session are missing or wrong.',
  permission_error: 'The keys or the role do not allow it.',
  rate_limit_error: 'There were too many requests.',
  api_error: 'The server or a network cannot answer at present. Send the same request again.',
}

/** `docs/errors.md`. */
export function formatErrors(): string {
  const sections = Object.entries(categories).map(([type, about]) => {
    const rows = Object.entries(refusals)
      .filter(([, refusal]) => refusal.type === type)
      .map(([code, { status, meaning }]) => `| \`${code}\` | ${status} | ${meaning} |`)
    return [`## ${type}`, '', about, '', '| code | status | meaning |', '|---|---|---|', ...rows, ''].join('\n')
  })
  return `# Errors

${NOTE}

A refusal is JSON, whatever its status:

\`\`\`json
{
  "error": {
    "type": "invalid_request_error",
    "code": "missing_parameter",
    "message": "currency is required.",
    "param": "currency",
    "requestId": "req_01m7y9ep8cfx4tmmxsjxta759q"
  }
}
\`\`\`

Programs look at \`code\`. \`message\` is for people and may change. \`param\` names the field or header that is to blame, or is
null. If several fields are, \`message\` names up to five and \`param\` the first. \`requestId\` is what the operator finds in
the log. A later release may add codes. \`Retry-After\` says after how many seconds a refused request may be sent again.

${sections.join('\n')}`
}

const objects: Readonly<Record<string, string>> = {
  payment: 'A payment',
  transfer: 'A transfer',
  refund: 'A refund',
  settlement: 'A settlement',
  delivery: 'A delivery',
  webhook: 'A webhook',
  wallet: 'A wallet',
  booking: 'A booking',
}

/** `docs/events.md`. */
export function formatEvents(): string {
  const sections = Object.entries(objects).map(([family, name]) => {
    const rows = eventTypes
      .filter((type) => type.startsWith(`${family}.`))
      .map((type: EventType) => `| \`${type}\` | ${eventMeanings[type]} |`)
    return [
      `## ${name}`,
      '',
      `\`data.object\` is the ${family}.`,
      '',
      '| type | when |',
      '|---|---|',
      ...rows,
      '',
    ].join('\n')
  })
  return `# Events

${NOTE}

An event is a change, with the object as it was after it. [Webhooks](webhooks.md) get events, \`GET /events\` lists them, and
\`GET /events/stream\` sends them [as they come](api.md#events-as-they-come).

\`\`\`json
{
  "id": "evt_01m7y9ep8cfx4tmmxsjxta759q",
  "object": "event",
  "type": "payment.completed",
  "createdAt": "2026-03-01T12:00:00.000Z",
  "livemode": false,
  "sequence": 42,
  "data": { "object": { "id": "pay_01m7y9ep8cfx4tmmxsjxta759q", "object": "payment", "status": "completed" } }
}
\`\`\`

\`sequence\` counts without gaps for each merchant and environment. The object has more fields than this one. A later release may
add types, so ignore those that you do not know. A webhook takes types, families such as \`payment.*\`, and \`*\`.

${sections.join('\n')}`
}
