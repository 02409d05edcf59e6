// swift-format-ignore-file

extension DemoVideoGames {
    /// The video games of the demo club, one on each line. This is a string, because the compiler takes minutes for an array of this length.
    static let text = #"""
# An invented catalogue for the demo: no game in it is real. A line is a title, the best known first: name, released, platforms, genres,
# whether one may play alone, how many together, how many against one another, minutes to beat it, description.
Brass and Heather|2002|PC; PlayStation 2; PlayStation|Adventure|1|2|0|300|Five people remember the same night differently. Bring a notebook.
Chronicles of Vael II|2012-01-01|Android|Role-playing|1|0|0|2520|Steal a crown, lose a friend, save a village. Every choice is remembered by somebody.
We Have a Rope|2025-12-15|iOS|Co-op||4|0||A job for friends who wish to stay friends. It saves where you quarrelled.
Wrong Answers Only|1996-07-21|PC; Mac|Party||0|8||For a sofa, two hours and no dignity. Grandmothers win it.
Salt and Mirrors|2013-08-11|PC; PlayStation 4; Xbox One; Mac|Puzzle|1|4|0|720|Everything is in its place but the one thing you need. The last room took its makers a year.
Hex and Hearth|2022-09-24|Xbox Series; Android|Strategy|1|0|0|1500|Plan for spring, and watch it rain. A game lasts as long as a pot of coffee.
Runes of Arkendal|2016-03-09|PC; PlayStation 4; Mac|Role-playing|1|0|0|2940|Steal a crown, lose a friend, save a village. Every choice is remembered by somebody.
Settlers of the Sandbank|2012-12-01|Wii; Nintendo DS|Strategy|1|4|0|600|Ships, salt, and a very small treasury. The neighbours are cleverer than they seem.
S.T.A.R. Patrol 2000|2004-06-03|Nintendo DS; PlayStation 2; Mac|Arcade|1|0|2||One more try, then one more. The second loop is purple.
Lifeguard|2011|Nintendo DS; Android|Simulation|1|0|0||Honest work, done at one's own pace. Nothing goes badly wrong.
Cartels of Cardamom|2001-04-24|PC; Mac|Strategy|1|0|6|1560|Supply first, glory afterwards. Losing is half the fun.
Ferris Wheel Inspector|2003|PlayStation 2; Mac|Simulation|1|2|0||Mend things, and hear what they have seen. There is always one more form to fill in.
Letters from Elderbrück|2022-11-19|iOS|Adventure|1|0|0|840|A town that is polite to strangers, up to a point. Nobody hurries you.
Ghost Removal Ltd.|2006-04-17|PlayStation 2; Mac|Co-op||4|0||Four hands, one plan, several opinions. It saves where you quarrelled.
Post Office Nights|2023-11-03|Switch|Simulation|1|0|0||Mend things, and hear what they have seen. Its customers have names.
Winterhold Council|2008-09-02|Nintendo DS; Mac|Strategy|1|0|2|600|Grow a village on a rock nobody wanted. One more year, and then to bed.
A Room for Owls|2000-06-25|PC; PlayStation|Puzzle|1|2|0|300|Turn it, fold it, look again. No timers, and no words.
Fennel the Fox 2|1998-03-25|PC; PlayStation; Nintendo 64|Platformer|1|0|0|780|Run first, look later. It is kinder than it looks.
Bramble Run|2025-08-03|Mac; iOS|Platformer|1|2|0|300|A small hero with very large shoes. Every fall is a short one.
Canal Barons|1996-12-15|PC; Nintendo 64|Strategy|1|4|6|1740|Ships, salt, and a very small treasury. The neighbours are cleverer than they seem.
Hinge|2026-08-09|PC; PlayStation 5; Xbox Series; Mac; Android|Puzzle|1|0|0|300|Small rooms, honest rules, and one idea that keeps unfolding. The last room took its makers a year.
Ridge of Rust|2014|PlayStation 4; Wii|Racing|1|4|12||Slow vehicles, fast decisions. Paint is extra.
Shopping Trolley Derby|2008-08-11|PC; Nintendo DS|Racing|1|2|8||Nothing here has brakes to speak of. Paint is extra.
Chronicles of Vael|2002-01-18|PlayStation 2; PlayStation|Role-playing|1|0|0|4200|A world that goes on without you. Fights can be talked out of.
The Long Supply|2021-03-12|Mac; iOS|Strategy|1|0|2|1560|Supply first, glory afterwards. Losing is half the fun.
Zap Zeppelin|2026-02-08|PC; Mac|Arcade|1|2|0||One more try, then one more. The second loop is purple.
The Bouncing Bishop|2000-11-23|PC; PlayStation 2; Mac|Platformer|1|4|0|600|A small hero with very large shoes. Every fall is a short one.
Low Tide Rally|2004-02-07|PC; PlayStation 2; Mac|Racing|1|0|12||Twelve tracks along one very long coast. The sea is in the way.
Moth Season|2024-05-02|PlayStation 5; Xbox Series|Adventure|1|0|0|240|Someone has left, and left everything behind. Three endings, and none is wrong.
Robo Rumpus|2007-02-06|Wii; Nintendo DS; PlayStation 2|Arcade|1|0|0||A hundred waves and a single coin. It was a cabinet once.
Momo and the Nine Bells|1997-06-08|PC; PlayStation; Nintendo 64; Mac|Platformer|1|0|0|300|A small hero with very large shoes. Every fall is a short one.
Sable Pilgrim|2024|PC|Role-playing|1|0|0|4080|A world that goes on without you. Every choice is remembered by somebody.
The Orchard Keeper|2008-06-17|Nintendo DS; Mac; iOS|Adventure|1|0|0|780|Someone has left, and left everything behind. Three endings, and none is wrong.
Harbourmaster|2007-09-16|Wii; Mac|Strategy|1|0|2|2100|Plan for spring, and watch it rain. The neighbours are cleverer than they seem.
Sliding Towards Spring|1997-06-08|PC; PlayStation; Mac|Puzzle|1|0|0|180|Turn it, fold it, look again. It fits into one pocket and three winters.
Half a Map|2012-05-15|Nintendo DS; iOS|Adventure|1|0|0|720|A story told by walking, listening and opening drawers. Three endings, and none is wrong.
Pinball Parade|2015-04-24|PlayStation 4; Android|Arcade|1|0|0||A hundred waves and a single coin. It was a cabinet once.
Threadbare|2006-07-11||Puzzle|1|2|0|660|Turn it, fold it, look again. It fits into one pocket and three winters.
Bird Hotel|2016-06-22|Xbox One|Simulation|1|0|0||A small business by the sea, with regulars. The seasons are the boss.
Harbourmaster 2|2005-11-22|Nintendo DS; PlayStation 2|Strategy|1|0|0|1080|Supply first, glory afterwards. A game lasts as long as a pot of coffee.
Turbo Tentacle|2020-03-06|Switch; PlayStation 4; Xbox One; Mac; Android|Arcade|1|2|2||Everything on the screen is out to get you. Scores are kept for ever.
Karaoke Kraken|1994-08-05|PC; PlayStation; Mac|Party||0|16||For a sofa, two hours and no dignity. A round takes four minutes.
Deep Kitchen: Second Helping|2024-06-20|Switch; Xbox Series; iOS|Co-op; Puzzle||4|0||One lifts, one steers, one apologises. A shift lasts twenty minutes.
Salvage Sisters|1998-02-18|PC; PlayStation; Nintendo 64; Mac|Co-op||2|0||Four hands, one plan, several opinions. Shouting helps less than one thinks.
Ember Goat|1994-04-10|PlayStation; Mac|Platformer|1|0|0|480|A small hero with very large shoes. Every fall is a short one.
Captain Marzipan|2015-07-23|PC; iOS|Platformer|1|4|0|900|Jump, miss, laugh, and jump again. Every fall is a short one.
The Clockmaker's Drawer|2015-02-03|Android|Puzzle|1|0|0|420|Turn it, fold it, look again. No timers, and no words.
Sofa Olympics|2004-08-26|Nintendo DS; PlayStation 2|Party||0|4||Everybody shouts, somebody wins. A round takes four minutes.
A Short Walk Home|2013-08-08|PC; Xbox One|Adventure|1|2|0|300|A story told by walking, listening and opening drawers. Three endings, and none is wrong.
Rooftop Rosa|2010-01-05|Nintendo DS; iOS; Android|Platformer|1|2|0|780|Jump, miss, laugh, and jump again. Every fall is a short one.
Velvet Velodrome|2020-11-28|Switch; PlayStation 4|Racing|1|2|8||Slow vehicles, fast decisions. A lap for every mood.
Glass Orchard|2023-05-14|PlayStation 4; iOS|Puzzle|1|4|0|240|A box of quiet problems for a rainy week. Hints are given gladly.
Tidefold|2017-06-07||Puzzle|1|4|0|540|A box of quiet problems for a rainy week. It fits into one pocket and three winters.
Pier Party 2|2020-08-13||Party||0|8||Rules that fit on a napkin. The loser does the dishes.
The Ninth Bell|2007-12-19|PC; Wii|Role-playing|1|0|0|4800|A long road with a party of people who disagree. The map unfolds for a hundred evenings.
The Cartographer's Knot|2005-05-15|Mac|Puzzle|1|2|0|360|A box of quiet problems for a rainy week. It fits into one pocket and three winters.
Ironclad Isles|2020|Xbox One; iOS|Strategy|1|2|0|900|Supply first, glory afterwards. A game lasts as long as a pot of coffee.
Thunder Tricycles|1996-09-17|Nintendo 64; Mac|Racing|1|4|8||Slow vehicles, fast decisions. Paint is extra.
S.T.A.R. Patrol|2010-07-27|Wii; iOS; Android|Arcade|1|4|0||Fast, loud, and over in three minutes. The second loop is purple.
Snail Mail Express|2005|PlayStation 2; Mac|Racing|1|4|12||Slow vehicles, fast decisions. A lap for every mood.
Saltmarsh: Low Water|1994-02-01|PlayStation|Adventure|1|0|0|600|A town that is polite to strangers, up to a point. Nobody hurries you.
Shout It Out Loud|2006-06-24|PC; Nintendo DS; PlayStation 2|Party||0|8||Bring a telephone each and a hat. The loser does the dishes.
Thornmarch|2011|PC; Nintendo DS; Mac; Android|Role-playing|1|2|0|3240|A long road with a party of people who disagree. Fights can be talked out of.
Raft of Fools|2009-11-09|PlayStation 2; Android|Co-op; Puzzle||4|0||A job for friends who wish to stay friends. Somebody has to hold the torch.
Tuk Tuk Turbo|1995-08-06|PlayStation; Mac|Racing|1|0|12||Corners first, questions later. The sea is in the way.
Oathkeeper's Reach|2011-05-04|Nintendo DS; Mac; iOS; Android|Role-playing|1|0|0|1920|A long road with a party of people who disagree. The map unfolds for a hundred evenings.
Crab Cannon|2017-02-01|PC; Xbox One; Android|Arcade|1|0|2||Fast, loud, and over in three minutes. Two buttons are all it needs.
Vector Vixens|1995-06-03|PC; PlayStation; Mac|Arcade|1|0|2||Everything on the screen is out to get you. Scores are kept for ever.
Chronicles of Vael IV|2001-11-10|PlayStation 2; PlayStation; Mac|Role-playing|1|4|0|2460|The old king is dead, and the new one is nine. The map unfolds for a hundred evenings.
Tiny Empires|2014-10-13|PlayStation 4; Android|Strategy|1|0|2|1200|Grow a village on a rock nobody wanted. Losing is half the fun.
Lantern Logic|2001-01-24|PC; PlayStation; Mac|Puzzle|1|2|0|300|Small rooms, honest rules, and one idea that keeps unfolding. The last room took its makers a year.
Gull Grab|1999-11-18|PC; PlayStation; Mac|Party||0|16||Everybody shouts, somebody wins. A round takes four minutes.
Two Left Hands|2005-11-16|PC; Nintendo DS; Mac|Co-op; Puzzle||2|0||It cannot be done alone, and barely together. A shift lasts twenty minutes.
Tug o' Whale|2003-02-25|PlayStation 2; Mac|Party||0|8||Rules that fit on a napkin. It ends in tears of the right sort.
Spoons!|2001-11-01|PC; PlayStation 2; PlayStation; Nintendo 64|Party||0|8||Everybody shouts, somebody wins. A round takes four minutes.
Chronicles of Vael III|2026-06-03|PlayStation 5; Xbox Series; Mac|Role-playing|1|0|0|5040|The old king is dead, and the new one is nine. Your companions keep accounts.
The Kindness of Wolves|2003-11-15|PC; PlayStation 2; Mac|Adventure|1|0|0|420|A town that is polite to strangers, up to a point. Nobody hurries you.
Seven Small Doors|2010-03-08|Wii; Mac; Android|Puzzle|1|0|0|540|Everything is in its place but the one thing you need. Hints are given gladly.
Pocket Lighthouse|2023-01-18|Xbox Series; PlayStation 4; iOS; Android|Puzzle|1|2|0|600|Small rooms, honest rules, and one idea that keeps unfolding. The last room took its makers a year.
Meteor Janitor|2016-04-11|Android|Arcade|1|0|2||Everything on the screen is out to get you. Scores are kept for ever.
Tramline|2024-10-06||Simulation|1|2|0||A small business by the sea, with regulars. There is always one more form to fill in.
Ten Loud Minutes|2010-11-10|PC; Nintendo DS; Mac|Party||0|4||Everybody shouts, somebody wins. It ends in tears of the right sort.
The Cinder Court|1999-08-28|PC; PlayStation; Nintendo 64|Role-playing|1|2|0|4200|The old king is dead, and the new one is nine. The map unfolds for a hundred evenings.
The Cormorant Papers|2015-09-12|Xbox One; Mac; iOS|Adventure|1|0|0|180|A town that is polite to strangers, up to a point. Best played after dark, with tea.
Gumball Galaxy|1997-02-07|Nintendo 64|Arcade|1|0|2||Fast, loud, and over in three minutes. The second loop is purple.
Haul!|2013-06-06|Android|Co-op||2|0||A job for friends who wish to stay friends. Somebody has to hold the torch.
The Winter Ticket|2004|Nintendo DS; PlayStation 2; Mac|Adventure|1|0|0|240|Someone has left, and left everything behind. Three endings, and none is wrong.
Grand Orchard|1995|PC; PlayStation|Strategy|1|0|2|1920|Ships, salt, and a very small treasury. The neighbours are cleverer than they seem.
Submarine for Beginners|2025-09-20|PC; Xbox Series; iOS|Co-op; Puzzle||2|0||It cannot be done alone, and barely together. Shouting helps less than one thinks.
Paper Harbour|2010-09-25|Wii; Nintendo DS; iOS|Puzzle|1|4|0|240|Everything is in its place but the one thing you need. The last room took its makers a year.
Allotment|2009|Nintendo DS; PlayStation 2; Mac|Simulation|1|2|0||Honest work, done at one's own pace. The seasons are the boss.
Wyrmtide|2025-08-06|Switch; iOS|Role-playing|1|0|0|1620|A world that goes on without you. Fights can be talked out of.
Captain Marzipan II|2009-12-06|Wii; PlayStation 2; Mac; iOS|Platformer|1|4|0|180|Run first, look later. The music alone is worth the fare.
Musical Deckchairs|2012|Nintendo DS; iOS; Android|Party||0|8||Bring a telephone each and a hat. Grandmothers win it.
An Inventory of Ghosts|1995-11-17|Mac|Adventure|1|0|0|600|Five people remember the same night differently. Best played after dark, with tea.
Deep Kitchen|2005-12-22|Nintendo DS; PlayStation 2|Co-op||4|0||One lifts, one steers, one apologises. Somebody has to hold the torch.
Blue Door, Green Door|2023-08-10|Switch; PlayStation 4; Mac; iOS|Adventure|1|0|0|240|A story told by walking, listening and opening drawers. Nobody hurries you.
Lighthouse Keepers|2014-08-10||Co-op||4|0||Four hands, one plan, several opinions. Shouting helps less than one thinks.
Bullet Botany|2001-02-04|PC|Arcade|1|0|2||Fast, loud, and over in three minutes. The second loop is purple.
The Lighthouse Lies|2021-10-13|PC; Xbox Series; Xbox One|Adventure|1|0|0|780|A story told by walking, listening and opening drawers. Three endings, and none is wrong.
Beekeepers|2010-04-09|Wii; Nintendo DS|Co-op||4|0||It cannot be done alone, and barely together. A shift lasts twenty minutes.
Folded Cities|2014-08-15|PlayStation 4; Wii; Android|Puzzle|1|2|0|300|Everything is in its place but the one thing you need. The last room took its makers a year.
Cloudberry|2010-11-01|PC; Nintendo DS; Mac; Android|Platformer|1|0|0|720|Jump, miss, laugh, and jump again. Every fall is a short one.
The Aquarium Upstairs|2000-11-15|PC|Simulation|1|0|0||Open at nine, close when the tide comes. Nothing goes badly wrong.
Blipblop|2012-08-06||Arcade|1|4|2||A hundred waves and a single coin. Two buttons are all it needs.
Pier Party|2003|PC; PlayStation 2; Mac|Party||0|4||Bring a telephone each and a hat. Grandmothers win it.
The Lift Is Broken|2010-12-15|Mac; iOS|Co-op||4|0||A job for friends who wish to stay friends. It saves where you quarrelled.
Moving Day Mayhem|1999-03-02|PC; PlayStation; Mac|Co-op; Puzzle||2|0||Four hands, one plan, several opinions. It saves where you quarrelled.
Night Market Tycoon|1997-07-17|PC; Nintendo 64|Strategy|1|0|2|1020|Plan for spring, and watch it rain. The neighbours are cleverer than they seem.
Boiler Room|1995-03-04||Co-op||2|0||Four hands, one plan, several opinions. Shouting helps less than one thinks.
Tramline: Night Service|1999-03-20|PlayStation; Nintendo 64; Mac|Simulation|1|2|0||A small business by the sea, with regulars. The seasons are the boss.
Leap Year|2024-05-02|PC; Android|Platformer|1|2|0|660|A small hero with very large shoes. There is a secret behind the third waterfall.
Pass the Parsnip|1996|PlayStation; Mac|Party||0|4||Everybody shouts, somebody wins. A round takes four minutes.
Dustwake|2014-04-10|Wii; iOS; Android|Role-playing|1|2|0|4140|Steal a crown, lose a friend, save a village. Your companions keep accounts.
Railhead|2023|PC; Switch; PlayStation 5; Android|Strategy|1|4|2|900|Supply first, glory afterwards. A game lasts as long as a pot of coffee.
Mirror Missiles|2013-09-15|Nintendo DS; Mac; iOS|Arcade|1|0|0||A hundred waves and a single coin. Two buttons are all it needs.
Elder Fen|2009-11-22|iOS; Android|Role-playing|1|2|0|3840|The old king is dead, and the new one is nine. The map unfolds for a hundred evenings.
Kettle Knight|2002-05-02|PlayStation; Mac|Platformer|1|0|0|420|Run first, look later. The music alone is worth the fare.
Ferry Cross|2023|PC; Xbox Series|Racing|1|0|12||Twelve tracks along one very long coast. The sea is in the way.
Hover Heights|1996-06-27|PC; PlayStation; Nintendo 64; Mac|Racing|1|0|12||Corners first, questions later. The sea is in the way.
Hyper Heron|2010-01-15|PC; Nintendo DS; iOS|Arcade|1|0|0||One more try, then one more. The second loop is purple.
Inkwell|1995-05-19|PC; PlayStation; Mac|Puzzle|1|0|0|120|A box of quiet problems for a rainy week. Hints are given gladly.
Mossgate|2002-12-19|PlayStation|Puzzle|1|2|0|240|Turn it, fold it, look again. No timers, and no words.
Ski Lift Operator|1999-01-16|Nintendo 64; Mac|Simulation|1|0|0||Mend things, and hear what they have seen. There is always one more form to fill in.
Republic of Rooftops|2004-02-08|PC; Nintendo DS; PlayStation 2|Strategy|1|4|2|660|Grow a village on a rock nobody wanted. One more year, and then to bed.
Turnip Trouble|2014-07-20|PC; Xbox One; Wii; Mac; iOS|Platformer|1|4|0|900|Jump, miss, laugh, and jump again. The music alone is worth the fare.
Four Legs, One Cow|2023-01-25|PC; PlayStation 4; Mac|Co-op||2|0||It cannot be done alone, and barely together. A shift lasts twenty minutes.
Fishmonger|2003-11-28|PC; Mac|Simulation|1|0|0||A small business by the sea, with regulars. The seasons are the boss.
Coastline '76|2006|PC; PlayStation 2|Racing|1|4|12||Twelve tracks along one very long coast. Ghosts of your friends are kept.
Vesper Lane|2001-07-19|PlayStation 2; PlayStation|Adventure|1|2|0|660|Five people remember the same night differently. Bring a notebook.
Hollow Crownlands|2002-11-24|PC; PlayStation 2; Mac|Role-playing|1|0|0|5280|A world that goes on without you. Fights can be talked out of.
Nobody's Ferry|2018-11-26|PlayStation 4; Mac|Adventure|1|4|0|300|Someone has left, and left everything behind. Bring a notebook.
Gravel and Gold|2005-11-25|PC; Nintendo DS; PlayStation 2; Mac|Role-playing|1|4|0|5280|Steal a crown, lose a friend, save a village. Your companions keep accounts.
The Orchestra Pit|2000-03-16|PC; PlayStation 2; PlayStation|Co-op||4|0||One lifts, one steers, one apologises. A shift lasts twenty minutes.
Moonlit Mercenaries|2021-05-14|Xbox One; iOS|Role-playing|1|2|0|4200|A world that goes on without you. Every choice is remembered by somebody.
Village Hall|2007-11-03|PC|Simulation|1|4|0||A small business by the sea, with regulars. The seasons are the boss.
Cargo Cult Classics|2017-04-14|Switch|Co-op||4|0||It cannot be done alone, and barely together. A shift lasts twenty minutes.
Apex Harbour|2011-04-05|PC; Nintendo DS; Mac; iOS|Racing|1|0|8||Corners first, questions later. The sea is in the way.
Caravan Park Manager|2000-08-20|PC; Nintendo 64|Simulation|1|4|0||Open at nine, close when the tide comes. Nothing goes badly wrong.
A Thousand Sheep|2016||Strategy|1|4|0|2160|Ships, salt, and a very small treasury. One more year, and then to bed.
The Bread Wars|2017-05-03|PC; Switch; Xbox One; Mac; iOS|Strategy|1|2|0|1260|Grow a village on a rock nobody wanted. Losing is half the fun.
Charades for Robots|2024-10-08|iOS; Android|Party||0|4||For a sofa, two hours and no dignity. A round takes four minutes.
Siege of Thistledown|1997-10-12|PlayStation; Mac|Strategy|1|0|6|840|Plan for spring, and watch it rain. The neighbours are cleverer than they seem.
Mind the Gap, Gary|2009-04-09|Wii; Mac; iOS; Android|Co-op||4|0||One lifts, one steers, one apologises. A shift lasts twenty minutes.
When the Pier Burned|1997-12-05|PlayStation; Nintendo 64; Mac|Adventure|1|0|0|600|Someone has left, and left everything behind. Three endings, and none is wrong.
Firewatchers' Union|2023-09-09|Xbox Series; Android|Co-op||2|0||One lifts, one steers, one apologises. A shift lasts twenty minutes.
Pixel Piranhas|2014-04-07|PC; PlayStation 4; Wii|Arcade|1|2|0||One more try, then one more. Scores are kept for ever.
Jelly Jets|2026-01-26|iOS|Arcade|1|0|2||One more try, then one more. The second loop is purple.
Bakery Street|2017-02-19|Android|Simulation|1|0|0||Mend things, and hear what they have seen. Its customers have names.
Gull Simulator|2019-03-28|PC; Xbox One; Mac; Android|Simulation|1|0|0||Honest work, done at one's own pace. The seasons are the boss.
The Wedding Games|1998-08-07|PC; PlayStation; Nintendo 64; Mac|Party||0|8||Rules that fit on a napkin. It ends in tears of the right sort.
Draw, Badly|2005|PC; PlayStation 2; Mac|Party||0|8||Rules that fit on a napkin. The loser does the dishes.
Antique Row|1996-10-06|Nintendo 64|Simulation|1|4|0||Mend things, and hear what they have seen. There is always one more form to fill in.
Gale Force GT 4|1999-08-15|PC; Mac|Racing|1|4|12||Slow vehicles, fast decisions. A lap for every mood.
Skylark Sprint|2020|Switch; Xbox One; Android|Platformer|1|0|0|180|Forty levels between the cellar and the clouds. There is a secret behind the third waterfall.
Airship Cup|2020|Mac; iOS|Racing|1|0|12||Nothing here has brakes to speak of. Ghosts of your friends are kept.
The Great Sandwich Panic|1994-12-20|PC; Mac|Party||0|8||Bring a telephone each and a hat. Grandmothers win it.
The Last Apothecary|2015-10-25|PC; PlayStation 4; Android|Role-playing|1|2|0|1200|A long road with a party of people who disagree. The map unfolds for a hundred evenings.
Quiet Machines|2024-09-06|Mac|Puzzle|1|0|0|300|Small rooms, honest rules, and one idea that keeps unfolding. The last room took its makers a year.
Bathtub Regatta|2024|Android|Racing|1|0|4||Nothing here has brakes to speak of. Ghosts of your friends are kept.
Last Train to Minamihama|2012-12-16|PC; iOS|Adventure|1|0|0|480|A town that is polite to strangers, up to a point. Best played after dark, with tea.
Little Gust|2017-05-24|PC; Switch; Mac|Platformer|1|4|0|180|Forty levels between the cellar and the clouds. There is a secret behind the third waterfall.
Neon Causeway|1998-12-11|PC; Nintendo 64; Mac|Racing|1|4|12||Nothing here has brakes to speak of. Paint is extra.
Wobble Bridge|2021-12-02||Platformer|1|0|0|300|Run first, look later. It is kinder than it looks.
Up the Down Staircase|2003-07-28|PC; PlayStation 2; Mac|Platformer|1|2|0|540|Forty levels between the cellar and the clouds. There is a secret behind the third waterfall.
Tea Room|2003-10-01|PC; PlayStation 2; Mac|Simulation|1|0|0||Open at nine, close when the tide comes. Its customers have names.
Marlow Street|2004-06-12|PC; Mac|Adventure|1|0|0|840|Five people remember the same night differently. Best played after dark, with tea.
Captain Marzipan III: Crumbs of War|2012-12-10|Nintendo DS; Mac; iOS|Platformer|1|4|0|840|Forty levels between the cellar and the clouds. It is kinder than it looks.
The Patient Key|2025-02-14|PlayStation 5|Puzzle|1|0|0|180|Everything is in its place but the one thing you need. The last room took its makers a year.
Kingdom of Crumbs|1994|PC; Mac|Role-playing|1|0|0|2520|Steal a crown, lose a friend, save a village. Your companions keep accounts.
Saltmarsh|2012-02-25|PC; Mac|Adventure|1|0|0|300|A story told by walking, listening and opening drawers. Three endings, and none is wrong.
Whose Hat Is It?|2000-06-10|PlayStation 2; PlayStation; Mac|Party||0|4||For a sofa, two hours and no dignity. A round takes four minutes.
Puffin Post|2020-08-18|PC|Platformer|1|4|0|180|Jump, miss, laugh, and jump again. Every fall is a short one.
Grumblestone|1999-04-04|PC; PlayStation; Mac|Platformer|1|0|0|840|Forty levels between the cellar and the clouds. It is kinder than it looks.
Hot Potato Hotel|2011-10-20|PC; Mac; Android|Party||0|4||Bring a telephone each and a hat. The loser does the dishes.
The Understudy|2018-06-09|PC; iOS|Adventure|1|0|0|420|Five people remember the same night differently. Bring a notebook.
Weather Station Zero|2026-02-03|PlayStation 5|Simulation|1|2|0||Honest work, done at one's own pace. The seasons are the boss.
Skee-Ball Saga|2022-10-12|Switch; PlayStation 5; Xbox Series; Xbox One|Arcade|1|4|2||Everything on the screen is out to get you. It was a cabinet once.
Laser Llama|2002-10-19|PC|Arcade|1|2|2||Everything on the screen is out to get you. It was a cabinet once.
Star Ledger|2013-02-07|Wii; Android|Strategy|1|0|0|840|Ships, salt, and a very small treasury. The neighbours are cleverer than they seem.
Trolls at Work|2007-07-25|Wii; Nintendo DS; PlayStation 2|Co-op||4|0||A job for friends who wish to stay friends. Somebody has to hold the torch.
Clock Repair|2017-09-06|iOS; Android|Simulation|1|0|0||Open at nine, close when the tide comes. Its customers have names.
Ashen Concord|2003-12-27|Mac|Role-playing|1|0|0|1560|The old king is dead, and the new one is nine. The map unfolds for a hundred evenings.
Gardeners' Question Hour|2010-03-17|Nintendo DS; iOS; Android|Simulation|1|0|0||Honest work, done at one's own pace. The seasons are the boss.
Dizzy Dirigibles|2012|Nintendo DS; iOS; Android|Arcade|1|2|2||A hundred waves and a single coin. Two buttons are all it needs.
Night Bus Drift|1999-04-15|PC; PlayStation; Nintendo 64; Mac|Racing|1|0|4||Corners first, questions later. A lap for every mood.
My Little Vineyard|2002-02-05|PC; PlayStation 2; Mac|Simulation|1|0|0||Open at nine, close when the tide comes. Nothing goes badly wrong.
Gale Force GT|2022-03-20|PC; Switch; Xbox Series; Xbox One; iOS|Racing|1|0|8||Corners first, questions later. The sea is in the way.
Fennel the Fox|2016-04-21|PC; Xbox One|Platformer|1|4|0|600|Run first, look later. The music alone is worth the fare.
Sled Dynasty|2007-09-26|PC; Nintendo DS; Mac|Racing|1|2|12||Twelve tracks along one very long coast. The sea is in the way.
Dune Rally Legends|2009-01-22|PC; Nintendo DS; Mac; iOS|Racing|1|0|4||Nothing here has brakes to speak of. Ghosts of your friends are kept.
Coastline '84|2022-03-05|PlayStation 5|Racing|1|0|8||Twelve tracks along one very long coast. The sea is in the way.
Bluffing Bears|2000-07-17|PC; Nintendo 64|Party||0|8||For a sofa, two hours and no dignity. A round takes four minutes.
Beacon Line|2002|PlayStation 2; PlayStation|Strategy|1|2|2|1080|Grow a village on a rock nobody wanted. One more year, and then to bed.
Pocket Admirals|2000-03-15|PC; Nintendo 64|Strategy|1|0|0|2160|Plan for spring, and watch it rain. The neighbours are cleverer than they seem.
Domino Weather|2020-01-07|PC; iOS|Puzzle|1|0|0|540|Small rooms, honest rules, and one idea that keeps unfolding. No timers, and no words.
The Tin Moon|2010-01-23|Nintendo DS; Mac; Android|Puzzle|1|0|0|480|A box of quiet problems for a rainy week. Hints are given gladly.
Starless Covenant|2012-07-15|Wii; Nintendo DS|Role-playing|1|2|0|3120|A long road with a party of people who disagree. The map unfolds for a hundred evenings.
Bumper Buffet|1999-04-15|PC; PlayStation; Nintendo 64|Party||0|16||Rules that fit on a napkin. It ends in tears of the right sort.
Astro Accountant|2013-10-24|PlayStation 4; Xbox One; Nintendo DS|Arcade|1|0|2||Fast, loud, and over in three minutes. The second loop is purple.

"""#
}
