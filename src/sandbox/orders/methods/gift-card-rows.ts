import type { MethodRow } from './method.types.js';

const MEAL = { countries: ['BE'] };

// Further codes: other spellings in the documentation, and those that clients of the service have.
const UNLISTED =
  'BEAUTYANDWELLNESS DEGROTESPL EDENCO FASHIONCHEQUE FASHIONGIFTCARD FIETSENBON GEZONDHEIDSBON GIVACARD GOODCARD MONIECO ' +
  'MONIGIFT MONIMEAL NATIONALETUINBON PARFUMCADE PARFUMCADEAUKAART PODIUM SODESPORTS VRGIFTCARD VVVBON VVVGIFTCRD ' +
  'WEBSHOPGFT WEBSHOPGIFTCARD WELLNESSGIFTCARD WINKELCHEQUE';

/** The gift cards of the service, and its other names for them. */
export const GIFT_CARDS: readonly MethodRow[] = [
  ['AMSGIFT', 'Amsterdam Gift'],
  ['BABYCAD', 'Baby Cadeaubon'],
  ['BEAUTYCAD', 'Beauty Cadeau'],
  ['BEAUTYWELL', 'Beauty & Wellness'],
  ['BIERCHEQUE', 'Bier Cheque'],
  ['BLOEMENCAD', 'Bloemen Cadeaukaart'],
  ['BOEKENBON', 'Boekenbon'],
  ['BOEKENVOOR', 'Boekenvoordeel'],
  ['DORDTPAS', 'Dordtpas'],
  ['EDENCOM', 'Edenred Compliments', MEAL],
  ['EDENECO', 'Edenred Ecocheque', MEAL],
  ['EDENRES', 'Edenred Ticket Restaurant', MEAL],
  ['EDENSPORTS', 'Edenred Sport & Culture', MEAL],
  ['FASHIONCHQ', 'Fashioncheque'],
  ['FASHIONGFT', 'Fashion Giftcard'],
  ['GELREPAS', 'Gelrepas'],
  ['GEZONDHEID', 'Gezondheidsbon'],
  ['GOOD4FUN', 'Good4fun'],
  ['HORSESGIFT', 'Horses & Gifts'],
  ['HUISTUIN', 'Huis & Tuin Cadeau'],
  ['KIDSCADEAU', 'Kids Cadeau'],
  ['KLUSCADEAU', 'Klus Cadeau'],
  ['NATENCRD', 'Nationale Entertainment Card'],
  ['NATNLBIOSC', 'Nationale Bioscoopbon'],
  ['NATNLETUIN', 'Nationale Tuinbon'],
  ['OHMYGOOD', 'Ohmygood'],
  ['ROTGIFT', 'Rotterdam Gift'],
  ['SPORTENFIT', 'Sport & Fit Cadeau'],
  ['SPORTSGIFT', 'Sports Gift'],
  ['UPAS', 'U-pas'],
  ['VVVGIFTCARD', 'VVV Cadeaukaart'],
  ['WIJNCADEAU', 'Wijn Cadeau'],
  ['YOURGIFT', 'Yourgift'],
  ...UNLISTED.split(' ').map((code): MethodRow => [code, code, { listed: false }]),
];
