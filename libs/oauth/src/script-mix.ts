/** The scripts of Unicode 15 by their ISO 15924 codes, the most common ones first. Older engines reject unknown codes. */
const SCRIPTS = `
  Latn Cyrl Grek Arab Hebr Deva Beng Guru Gujr Orya Taml Telu Knda Mlym Sinh Thai Laoo Tibt Mymr Khmr Geor Armn Ethi Thaa Hang Hani Hira Kana Bopo
  Adlm Aghb Ahom Armi Avst Bali Bamu Bass Batk Bhks Brah Brai Bugi Buhd Cakm Cans Cari Cham Cher Chrs Copt Cpmn Cprt Diak Dogr Dsrt Dupl Egyp
  Elba Elym Glag Gong Gonm Goth Gran Hano Hatr Hluw Hmng Hmnp Hung Ital Java Kali Kawi Khar Khoj Kits Kthi Lana Lepc Limb Lina Linb Lisu Lyci
  Lydi Mahj Maka Mand Mani Marc Medf Mend Merc Mero Modi Mong Mroo Mtei Mult Nagm Nand Narb Nbat Newa Nkoo Nshu Ogam Olck Orkh Osge Osma Ougr
  Palm Pauc Perm Phag Phli Phlp Phnx Plrd Prti Rjng Rohg Runr Samr Sarb Saur Sgnw Shaw Shrd Sidd Sind Sogd Sogo Sora Soyo Sund Sylo Syrc Tagb
  Takr Tale Talu Tang Tavt Tfng Tglg Tirh Tnsa Toto Ugar Vaii Vith Wara Wcho Xpeo Xsux Yezi Yiii Zanb`;

/** The scripts that East Asian languages combine with Latin: UTS 39 section 5.2, Highly Restrictive. */
const EAST_ASIAN = ['Hani Hira Kana', 'Hani Bopo', 'Hani Hang'].map((scripts) => `Latn ${scripts}`);

const COVERED = [...EAST_ASIAN, ...SCRIPTS.trim().split(/\s+/)];

/** Created on demand, because all of them take a tenth of a second, and most texts are Latin. */
const covers = new Map<string, RegExp>();

/**
 * Whether a text mixes scripts in a misleading way: its restriction level (UTS 39 section 5.2) is weaker than Highly Restrictive.
 * Characters without a script, such as digits, `@` and `.`, match every script; those of an unlisted script match none.
 */
export function mixesScripts(text: string): boolean {
  // A mathematical letter has no script, but looks like a letter that has one. So its compatibility form is checked.
  const compatible = text.normalize('NFKC');
  return !COVERED.some((scripts) => coverOf(scripts).test(compatible));
}

/** Matches a text that uses only these scripts. */
function coverOf(scripts: string): RegExp {
  const known = covers.get(scripts);
  if (known) return known;
  const characters = [...scripts.split(' '), 'Zyyy', 'Zinh'].map((script) => `\\p{scx=${script}}`);
  const cover = new RegExp(`^[${characters.join('')}]*$`, 'u');
  covers.set(scripts, cover);
  return cover;
}
