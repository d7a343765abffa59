import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach } from 'vitest'

export type ReceivedMail = { readonly to: readonly string[]; readonly text: string }

/** Runs a real SMTP server on loopback for the tests of a file. Each test begins with an empty mailbox. */
export function useMailServer() {
  let server: SMTPServer
  const mailbox = {
    received: [] as ReceivedMail[],
    /** The refusal of each message, with its recipients; null to take it. */
    refusal: null as { readonly message: string; readonly responseCode: number } | null,
    /** The configuration of a checkout that sends by this server. */
    configure: () => ({
      host: '127.0.0.1',
      port: (server.server.address() as AddressInfo).port,
      ...{ security: 'none' as const, from: 'Checkout <checkout@example.com>' },
    }),
  }
  beforeAll(async () => {
    server = new SMTPServer({
      ...{ authOptional: true, disabledCommands: ['STARTTLS'], logger: false },
      async onData(stream, { envelope }, callback) {
        let text = ''
        for await (const chunk of stream) text += chunk
        const to = envelope.rcptTo.map(({ address }) => address)
        const { refusal } = mailbox
        if (refusal) return callback(Object.assign(new Error(), refusal, { message: `${refusal.message} <${to}>` }))
        mailbox.received.push({ to, text: decode(text) })
        callback()
      },
    })
    await new Promise<void>((resolve) => {
      server.listen(0, '127.0.0.1', resolve)
    })
  })
  afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
  beforeEach(() => {
    mailbox.received = []
    mailbox.refusal = null
  })
  return mailbox
}

/** Quoted-printable (RFC 2045) without its soft line breaks. */
function decode(text: string): string {
  const bytes = text
    .replaceAll('=\r\n', '')
    .replaceAll(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(parseInt(hex, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8')
}
