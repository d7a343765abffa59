/** Sends e-mails over the SMTP server that the operator has configured. */
import type { Transporter } from 'nodemailer'
import { cacheAnswer } from '../domain/cache.ts'

export type MailServer = {
  readonly host: string
  readonly port: number
  /** `tls` from the first byte, `starttls` before anything is said, or in the clear. */
  readonly security: 'tls' | 'starttls' | 'none'
  readonly login: { readonly user: string; readonly password: string } | null
  /** The sender: an address, or a name with an address. */
  readonly from: string
}

/** A message in plain text. Its id stays the same if it is sent again, so that mailboxes show it once. */
type Mail = {
  readonly id: string
  readonly to: string
  readonly subject: string
  readonly text: string
  /** The address for answers. Default: the sender. */
  readonly replyTo?: string | null
  readonly attachment?: { readonly filename: string; readonly contentType: string; readonly content: string }
}

/**
 * `sent`: the server has taken it. `refused`: it will never take it. `reason` has the server's words, and they may name the
 * recipient. `code` does not: it is the number of the server's answer, or the name of the failure.
 */
export type MailOutcome = {
  readonly outcome: 'sent' | 'refused' | 'failed'
  readonly reason: string
  readonly code: string
}

export type SendMail = (mail: Mail) => Promise<MailOutcome>

const TIMEOUT_MS = 10_000

/** The library is loaded with the first message. */
export function createMailer({ host, port, security, login, from }: MailServer): SendMail {
  const open = cacheAnswer(async (): Promise<Transporter> => {
    const { createTransport } = await import('nodemailer')
    return createTransport({
      host,
      port,
      secure: security === 'tls',
      requireTLS: security === 'starttls',
      ignoreTLS: security === 'none',
      disableFileAccess: true,
      disableUrlAccess: true,
      connectionTimeout: TIMEOUT_MS,
      greetingTimeout: TIMEOUT_MS,
      socketTimeout: TIMEOUT_MS,
      ...(login === null ? {} : { auth: { user: login.user, pass: login.password } }),
    })
  })
  return async ({ id, to, subject, text, replyTo = null, attachment }) => {
    try {
      const transport = await open()
      const headers = { 'auto-submitted': 'auto-generated' }
      await transport.sendMail({
        from,
        to: { name: '', address: to },
        subject,
        text,
        messageId: `<${id}>`,
        headers,
        ...(replyTo === null ? {} : { replyTo: { name: '', address: replyTo } }),
        ...(attachment === undefined ? {} : { attachments: [attachment] }),
      })
      return { outcome: 'sent', reason: '', code: '' }
    } catch (error) {
      return describeFailure(error)
    }
  }
}

/** RFC 5321, 4.2.1: 5yz is for ever. A wrong password is the operator's mistake, and may be mended. */
function describeFailure(error: unknown): MailOutcome {
  if (!(error instanceof Error)) throw error
  const { responseCode = 0, code = '' } = error as { responseCode?: number; code?: string }
  const isRefused = responseCode >= 500 && code !== 'EAUTH'
  return {
    outcome: isRefused ? 'refused' : 'failed',
    reason: error.message,
    code: responseCode > 0 ? String(responseCode) : code,
  }
}
