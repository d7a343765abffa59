/** The mail server of a configuration. */
import { z } from 'zod'
import { areLoopback } from '../http/origin.ts'
import { keyPlace } from './network-config.ts'

const SENDER = /^(?:[^\s<>@]+@[^\s<>@]+|[^\r\n<>@]+<[^\s<>@]+@[^\s<>@]+>)$/

export const smtp = z
  .strictObject({
    host: z.string().min(1).max(253).meta({ description: 'The name or the address of the mail server' }),
    port: z.int().min(1).max(65_535).optional().meta({ description: 'Default: 465, 587 with starttls, 25 with none' }),
    security: z.enum(['tls', 'starttls', 'none']).optional().meta({ description: 'Default: tls' }),
    user: z.string().min(1).max(320).optional().meta({ description: 'The account on it; needs a password beside it' }),
    password: keyPlace.optional().meta({ description: 'Where the password is' }),
    from: z
      .string()
      .max(320)
      .regex(SENDER, 'must be an address, or a name with an address: My shop <checkout@example.com>')
      .meta({ description: 'The sender, such as My shop <checkout@example.com>' }),
  })
  .refine(({ user, password }) => (user === undefined) === (password === undefined), {
    path: ['password'],
    message: 'belongs to user: name both or none',
  })
  .refine(({ security, password, host }) => security !== 'none' || password === undefined || isLocal(host), {
    path: ['security'],
    message: 'must be tls or starttls with a password, which others on the way could read',
  })
function isLocal(host: string): boolean {
  const url = `http://${host.includes(':') ? `[${host}]` : host}`
  return URL.canParse(url) && areLoopback([url])
}
