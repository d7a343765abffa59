import type { Reasons } from '../reasons.ts'

const amount = 'must be a number, such as 49.90'

/** Reasons that the API words for programs. The others stay as they are. A reason continues the sentence that a field begins. */
export const reasons: Partial<Reasons> = {
  amountOrMinimum: () => 'must be filled in, or the least amount',
  required: () => 'must be filled in',
  amount: () => amount,
  coinAmount: () => 'must be a number with at most six decimals, such as 0.50',
  leastPart: () => 'must be from 90 to 100, with at most four decimals',
  price: (most) => `must be more than 0 and at most ${most}, with the decimals of the currency`,
  minimum: () => 'must not be less than the least amount',
  limits: () => 'must be between the least and the largest amount',
  priced: () => 'must be empty if there is an amount',
  url: () => 'must be an address on the web that begins with https:// or http://',
  https: () => 'must begin with https://',
  time: () => 'must be a date, or a date and time',
  timeZone: () => 'must be a time zone such as Europe/Berlin',
  ownKey: () => "is an account of this server's own",
  noTrustline: (coin) => `has no trustline for ${coin}: add one, then try again`,
  unauthorised: (coin) => `may not receive ${coin}: its issuer has not allowed it`,
  memoWanted: () => 'must be filled in: this account takes no money without a memo',
  memoAlone: () => 'A memo goes with an address: fill in both, or leave both empty',
  isUser: (email) => `${email} is already a user of this shop: change the role instead`,
}
