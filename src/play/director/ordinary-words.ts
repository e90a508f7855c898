const list = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** Names that are words of everyday English as well, lower case. */
export const ordinaryNames = list(`
  ace amber angel april archer art ash aspen august autumn baker bard baron bay bear bill bishop blue boss
  brandy brook buck bud butler captain carol chance charity chase chef chip christian cook coral count daisy
  dawn dean doc doctor don drake duke earl earnest eagle ember eve faith fawn felicity fern fisher forest fox
  ginger grace grant gray grey guard guy harmony hazel heather honey honor hope host hunter innkeeper iron
  ivory ivy jade jasmine jewel joy judge june justice keeper king kit knight lane lark lily major maid mark
  mason master max may mercy merchant miles mist narrator noble norm nurse olive opal owl page pat pearl penny
  pony porter priest prince princess professor prudence queen rain ranger raven red reed reef rich river robin
  rock rose ruby rue rusty sage savage scarlet scout serenity sergeant shadow shepherd silver skip sky snow
  soldier sorrel spike spring star stone storm stranger sue summer sunny tailor teacher temple thorn tiger
  trinity trip trooper velvet violet virtue walker warden ward warren waters wade west will willow winter
  witch wizard wolf wren young
`);

/** Words of a name that are no name by themselves, lower case and without a full stop. */
export const titles = list(`
  the a an of from and mr mrs ms miss mx dr doctor prof professor sir madam madame lady lord saint st king queen
  prince princess duke duchess count countess baron baroness captain commander colonel general major sergeant
  lieutenant officer father mother brother sister aunt uncle grandma grandpa old young big little great master
  mistress judge chef von van der den del della dos das los las bin ibn herr frau monsieur mademoiselle señor señora
  don doña
`);
