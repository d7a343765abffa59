/** The API's reasons for a refusal, which are English and for programs too, in the words of the dashboard's languages. */
import { texts } from '../languages/texts.ts'

/** Reasons that people can meet. Most continue the sentence that the field's name begins. Others are whole sentences. */
export const patterns = {
  required: /^is required$/,
  amountOrMinimum: /^is required, or a minimum$/,
  choice: /^must be one of (.+)$/,
  atMost: /^must be at most ([\d.]+)$/,
  atLeast: /^must be at least ([\d.]+)$/,
  longest: /^must have at most (\d+) characters$/,
  shortest: /^must have at least (\d+) characters$/,
  empty: /^must not be empty$/,
  oneLine: /^must not have line breaks or other control characters$/,
  amount: /^(?:must be a number, or a decimal as text such as "49\.90"|is no price)$/,
  price: /^must be positive, at most (\d+), with the decimals of its currency$/,
  wholeAmount: /^must be a whole number, such as 500: (\w+) has no decimals$/,
  decimals: /^must have at most (\w+) decimals in (\w+)$/,
  wholeNumber: /^must be a whole number$/,
  minimum: /^must be at least the minimum$/,
  limits: /^must be within the limits$/,
  priced: /^is for links without an amount$/,
  atLeastPrice: /^must be at least (\S+ [A-Z]{3})$/,
  fromTo: /^must be from (\S+) to (\S+ [A-Z]{3})$/,
  url: /^must be an absolute (?:http or https URL without credentials|URL such as \S+)$/,
  https: /^must (?:use https|begin with https:\/\/) in production$/,
  urlUser: /^must not contain a user name or password$/,
  publicUrl: /^must be reachable from the internet: this address is not public$/,
  email: /^must be an e-mail address such as (\S+)$/,
  colour: /^must be a colour such as (\S+)$/,
  time: /^must be an ISO 8601 (?:date or )?time such as \S+$/,
  timeOfDay: /^must be a time of day from 00:00 to 23:59, such as 07:05$/,
  timeZone: /^must be UTC or another name of the IANA time zone database, such as Europe\/Berlin$/,
  address: /^is not an address on (.+): check every character$/,
  stellarAddress: /^looks like an account of Stellar: addresses of EVM networks begin with 0x$/,
  evmAddress: /^looks like an address of an EVM network: accounts of Stellar begin with G$/,
  zeroAddress: /^is the zero address, where money is lost$/,
  muxed: /^is a muxed account \(M\.\.\.\): .+$/,
  contract: /^is a contract \(C\.\.\.\): give an account \(G\.\.\.\)$/,
  secret: /^is a secret key \(S\.\.\.\): .+$/,
  coinContract: /^is a coin's own contract, where money is lost$/,
  ownKey: /^is (?:the account of this server's gasKey, refundKey or feeKey|an account of this checkout)$/,
  testPayer: /^is the account that test payments come from, .+$/,
  noAccount: /^does not exist on this network: send it XLM first, .+$/,
  noTrustline: /^has no trustline for (\w+) of \w+: .+$/,
  unauthorised: /^is not authorised by \w+ to receive (\w+)$/,
  noRoom: /^has room for (\S+) (\w+) only.*: raise the limit of its trustline$/,
  blocked: /^is blocked by the coin's issuer: .+$/,
  payingWallet: /^is the wallet that the money would come from$/,
  memoWanted: /^is required: this account takes no payment without one \(SEP-29\), .+$/,
  memoLength: /^must be text of 1 to (\d+) bytes$/,
  noMemos: /^There are no memos on (.+)$/,
  memoAlone: /^A memo goes with a destination: .+$/,
  tooLittle: /^is less than a millionth of a (\w+): refund more$/,
  refundable: /^Only (\S+ [A-Z]{3}) of this payment can still be refunded$/,
  nothingFinal: /^Nothing final was received yet: .+$/,
  lastOwner: /^This is the last owner: make another user an owner first$/,
  isUser: /^(\S+@\S+) is a user of this merchant already: change the role instead$/,
  tooMany: /^There are (\d+) [\w ]+ already: (?:delete|remove|revoke) one first$/,
  webhookOff: /^The webhook is disabled: enable it first$/,
  webhookGone: /^The webhook of this delivery was deleted: add it again$/,
  wrongCode: /^This is not the code of the last e-mail$/,
} satisfies Record<string, RegExp>

/** The words for reasons, which get what a pattern's groups match. */
export type Reasons = Record<keyof typeof patterns, (...parts: string[]) => string>

/** Words a reason, which has no full stop. Null if the language has no words of its own for it. */
export function wordReason(reason: string): string | null {
  const words: Partial<Reasons> = texts.reasons
  for (const [name, pattern] of Object.entries(patterns)) {
    const match = pattern.exec(reason)
    if (match) return words[name as keyof Reasons]?.(...match.slice(1)) ?? null
  }
  return null
}
